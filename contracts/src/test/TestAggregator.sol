// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice A price feed that anyone can set. A timestamp of 0 means that its answer is always fresh.
contract TestAggregator {
    int256 public latestAnswer;
    uint8 public immutable decimals;
    uint256 private timestamp;
    uint80 private round = 1;
    int192 public minAnswer = 1;
    int192 public maxAnswer = type(int192).max;

    struct Round {
        int256 answer;
        uint256 timestamp;
    }

    mapping(uint80 => Round) private rounds;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    constructor(int256 _answer, uint8 _decimals) {
        latestAnswer = _answer;
        decimals = _decimals;
    }

    function setAnswer(int256 _answer, uint256 _timestamp) external {
        latestAnswer = _answer;
        timestamp = _timestamp;
        round++;
        rounds[round] = Round(_answer, latestTimestamp());
        emit AnswerUpdated(_answer, round, latestTimestamp());
    }

    function setBounds(int192 _minAnswer, int192 _maxAnswer) external {
        minAnswer = _minAnswer;
        maxAnswer = _maxAnswer;
    }

    /// @notice The proxy and what stands behind it in one.
    function aggregator() external view returns (address) {
        return address(this);
    }

    function latestTimestamp() public view returns (uint256) {
        return timestamp == 0 ? block.timestamp : timestamp;
    }

    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        return (round, latestAnswer, latestTimestamp(), latestTimestamp(), round);
    }

    /// @notice A round that was set, also one that is over; the first one has no history.
    function getRoundData(uint80 _roundId)
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        Round memory found = rounds[_roundId];
        require(found.timestamp > 0, "No data present");
        return (_roundId, found.answer, found.timestamp, found.timestamp, _roundId);
    }
}
