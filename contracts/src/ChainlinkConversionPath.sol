// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";

interface IAggregator {
    function latestAnswer() external view returns (int256);

    function latestTimestamp() external view returns (uint256);

    function decimals() external view returns (uint8);
}

/// @notice Rates along a path of currencies, each named by a token address or by the hash of its description.
contract ChainlinkConversionPath is Ownable {
    uint256 private constant RATE_ONE = 1e18;
    uint256 private constant FIAT_DECIMALS = 8;
    uint256 private constant NATIVE_DECIMALS = 18;

    /// @notice The feed that prices `input` in `output`.
    mapping(address input => mapping(address output => address)) public allAggregators;
    address public nativeTokenHash;

    event AggregatorUpdated(address _input, address _output, address _aggregator);

    constructor(address _nativeTokenHash, address _owner) Ownable(_owner) {
        nativeTokenHash = _nativeTokenHash;
    }

    function updateAggregator(address _input, address _output, address _aggregator) external onlyOwner {
        _update(_input, _output, _aggregator);
    }

    function updateAggregatorsList(
        address[] calldata _inputs,
        address[] calldata _outputs,
        address[] calldata _aggregators
    ) external onlyOwner {
        require(
            _inputs.length == _outputs.length && _inputs.length == _aggregators.length,
            "arrays must have the same length"
        );
        for (uint256 i; i < _inputs.length; ++i) _update(_inputs[i], _outputs[i], _aggregators[i]);
    }

    function updateNativeTokenHash(address _nativeTokenHash) external onlyOwner {
        nativeTokenHash = _nativeTokenHash;
    }

    function getConversion(
        uint256 _amountIn,
        address[] calldata _path
    ) external view returns (uint256 result, uint256 oldestRateTimestamp) {
        uint256 rate;
        (rate, oldestRateTimestamp, ) = getRate(_path);
        result = (_amountIn * rate) / RATE_ONE;
    }

    /// @return rate base units of the last currency for one base unit of the first, times `decimals`
    /// @return oldestRateTimestamp time of the feed answer that is the oldest on the path
    /// @return decimals the number the rate is scaled by
    function getRate(
        address[] calldata _path
    ) public view returns (uint256 rate, uint256 oldestRateTimestamp, uint256 decimals) {
        rate = RATE_ONE;
        decimals = RATE_ONE;
        oldestRateTimestamp = block.timestamp;
        for (uint256 i; i + 1 < _path.length; ++i) {
            (uint256 numerator, uint256 denominator, uint256 timestamp) = _hop(_path[i], _path[i + 1]);
            rate = (rate * numerator) / denominator;
            if (timestamp < oldestRateTimestamp) oldestRateTimestamp = timestamp;
        }
    }

    /// @dev One floor division per hop: dividing the same numbers in several steps gives the same floor.
    function _hop(
        address input,
        address output
    ) private view returns (uint256 numerator, uint256 denominator, uint256 timestamp) {
        bool forward = allAggregators[input][output] != address(0);
        IAggregator feed = IAggregator(forward ? allAggregators[input][output] : allAggregators[output][input]);
        require(address(feed) != address(0), "No aggregator found");

        int256 answer = feed.latestAnswer();
        require(answer > 0, "Aggregator has no rate");
        uint256 feedOne = 10 ** feed.decimals();
        (numerator, denominator) = forward ? (uint256(answer), feedOne) : (feedOne, uint256(answer));
        numerator *= 10 ** _decimals(output);
        denominator *= 10 ** _decimals(input);
        timestamp = feed.latestTimestamp();
    }

    function _decimals(address currency) private view returns (uint256) {
        if (currency == nativeTokenHash) return NATIVE_DECIMALS;
        return currency.code.length > 0 ? IERC20Metadata(currency).decimals() : FIAT_DECIMALS;
    }

    function _update(address input, address output, address aggregator) private {
        allAggregators[input][output] = aggregator;
        emit AggregatorUpdated(input, output, aggregator);
    }
}
