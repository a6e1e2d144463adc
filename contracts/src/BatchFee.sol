// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {BatchedTokens} from "./BatchedTokens.sol";
import {ChainlinkConversionPath} from "./ChainlinkConversionPath.sol";
import {TokenTransfer} from "./TokenTransfer.sol";

/// @notice The fee on a batch: a share of what it spends, 0 unless the owner sets it, optionally capped in USD.
abstract contract BatchFee is Ownable {
    uint256 internal constant FEE_DENOMINATOR = 10_000;
    uint256 private constant MAX_FEE = 100;

    /// @notice In hundredths of a percent.
    uint16 public batchFee;
    /// @notice With the 8 decimals of a fiat amount.
    uint64 public batchFeeAmountUSDLimit;
    ChainlinkConversionPath public chainlinkConversionPath;
    address[][] public pathsNativeToUSD;
    address public NativeAddress;
    address public USDAddress;

    constructor(address _chainlinkConversionPath, address _owner) Ownable(_owner) {
        chainlinkConversionPath = ChainlinkConversionPath(_chainlinkConversionPath);
    }

    function setBatchFee(uint16 _batchFee) external onlyOwner {
        require(_batchFee <= MAX_FEE, "The batch fee value is too high: > 1%");
        batchFee = _batchFee;
    }

    function setBatchFeeAmountUSDLimit(uint64 _batchFeeAmountUSDLimit) external onlyOwner {
        batchFeeAmountUSDLimit = _batchFeeAmountUSDLimit;
    }

    function setChainlinkConversionPath(address _chainlinkConversionPath) external onlyOwner {
        chainlinkConversionPath = ChainlinkConversionPath(_chainlinkConversionPath);
    }

    function setNativeAndUSDAddress(address _NativeAddress, address _USDAddress) external onlyOwner {
        NativeAddress = _NativeAddress;
        USDAddress = _USDAddress;
        delete pathsNativeToUSD;
        pathsNativeToUSD.push([_NativeAddress, _USDAddress]);
    }

    /// @return what this batch has paid in fees so far, in USD; 0 for tokens without a path
    function _takeTokenFees(
        BatchedTokens.Total[] memory totals,
        address[][] memory pathsToUSD,
        address feeAddress,
        uint256 feeUSD
    ) internal returns (uint256) {
        for (uint256 i; i < totals.length && totals[i].token != address(0); ++i) {
            address token = totals[i].token;
            uint256 fee;
            (fee, feeUSD) = _capped(token, (totals[i].amount * batchFee) / FEE_DENOMINATOR, pathsToUSD, feeUSD);
            if (fee == 0) continue;
            require(TokenTransfer.pull(token, msg.sender, feeAddress, fee), "Batch fee transferFrom() failed");
        }
        return feeUSD;
    }

    function _takeNativeFee(
        uint256 spent,
        bool skipFeeUSDLimit,
        address payable feeAddress,
        uint256 feeUSD
    ) internal returns (uint256) {
        uint256 fee = (spent * batchFee) / FEE_DENOMINATOR;
        if (!skipFeeUSDLimit) (fee, feeUSD) = _capped(NativeAddress, fee, pathsNativeToUSD, feeUSD);
        if (fee == 0) return feeUSD;
        require(address(this).balance >= fee, "Not enough funds for batch fee");
        (bool paid, ) = feeAddress.call{value: fee, gas: 0}("");
        require(paid, "Could not pay the batch fee");
        return feeUSD;
    }

    function _capped(
        address currency,
        uint256 fee,
        address[][] memory pathsToUSD,
        uint256 feeUSD
    ) private view returns (uint256, uint256) {
        if (fee == 0) return (0, feeUSD);
        for (uint256 i; i < pathsToUSD.length; ++i) {
            address[] memory path = pathsToUSD[i];
            if (path[0] != currency || path[path.length - 1] != USDAddress) continue;
            (uint256 inUSD, ) = chainlinkConversionPath.getConversion(fee, path);
            uint256 room = batchFeeAmountUSDLimit > feeUSD ? batchFeeAmountUSDLimit - feeUSD : 0;
            if (inUSD <= room) return (fee, feeUSD + inUSD);
            return ((fee * room) / inUSD, feeUSD + room);
        }
        return (fee, feeUSD);
    }
}
