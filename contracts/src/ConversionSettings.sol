// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ChainlinkConversionPath} from "./ChainlinkConversionPath.sol";

/// @notice What both conversion proxies share: the fee proxy they run, the rates they ask and the age they accept.
abstract contract ConversionSettings is Ownable {
    address public paymentProxy;
    ChainlinkConversionPath public chainlinkConversionPath;

    event TransferWithConversionAndReference(
        uint256 amount,
        address currency,
        bytes indexed paymentReference,
        uint256 feeAmount,
        uint256 maxRateTimespan
    );

    constructor(address _paymentProxy, address _chainlinkConversionPath, address _owner) Ownable(_owner) {
        paymentProxy = _paymentProxy;
        chainlinkConversionPath = ChainlinkConversionPath(_chainlinkConversionPath);
    }

    function updateConversionProxyAddress(address _paymentProxyAddress) external onlyOwner {
        paymentProxy = _paymentProxyAddress;
    }

    function updateConversionPathAddress(address _chainlinkConversionPathAddress) external onlyOwner {
        chainlinkConversionPath = ChainlinkConversionPath(_chainlinkConversionPathAddress);
    }

    /// @dev `maxRateTimespan` in seconds, 0 accepts a rate of any age.
    function _convert(
        address[] calldata path,
        uint256 amount,
        uint256 feeAmount,
        uint256 maxRateTimespan
    ) internal view returns (uint256 amountToPay, uint256 feeToPay) {
        (uint256 rate, uint256 oldestRateTimestamp, uint256 decimals) = chainlinkConversionPath.getRate(path);
        require(
            maxRateTimespan == 0 || block.timestamp - oldestRateTimestamp <= maxRateTimespan,
            "aggregator rate is outdated"
        );
        amountToPay = (amount * rate) / decimals;
        feeToPay = (feeAmount * rate) / decimals;
    }
}
