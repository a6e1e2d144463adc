// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice A price feed that anyone can set. A timestamp of 0 means that its answer is always fresh.
contract TestAggregator {
    int256 public latestAnswer;
    uint8 public immutable decimals;
    uint256 private timestamp;

    constructor(int256 _answer, uint8 _decimals) {
        latestAnswer = _answer;
        decimals = _decimals;
    }

    function setAnswer(int256 _answer, uint256 _timestamp) external {
        latestAnswer = _answer;
        timestamp = _timestamp;
    }

    function latestTimestamp() public view returns (uint256) {
        return timestamp == 0 ? block.timestamp : timestamp;
    }

    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        return (1, latestAnswer, latestTimestamp(), latestTimestamp(), 1);
    }
}
