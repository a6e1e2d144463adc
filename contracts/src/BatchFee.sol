// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {BatchedTokens} from "./BatchedTokens.sol";
import {ChainlinkConversionPath} from "./ChainlinkConversionPath.sol";
import {TokenTransfer} from "./TokenTransfer.sol";

/// @notice The fee on a batch: a share of what it spends, 0 unless the owner sets it, optionally capped in USD.
abstract contract BatchFee is Ownable {
    uint256 private constant FEE_DENOMINATOR = 10_000;
    uint256 private constant MAX_FEE = 100;

    /// @notice In hundredths of a percent.
    uint16 public batchFee;
    /// @notice With the 8 decimals of a fiat amount. At 0, no fee is taken from tokens at all.
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

    function _feeOn(uint256 chargeable) internal view returns (uint256) {
        return (chargeable * batchFee) / FEE_DENOMINATOR;
    }

    /// @return what this batch has paid in fees so far, in USD, as far as paths to USD tell
    function _takeTokenFee(
        BatchedTokens.Total memory total,
        address[][] memory pathsToUSD,
        address feeAddress,
        uint256 feeUSD
    ) internal returns (uint256) {
        uint256 fee;
        (fee, feeUSD) = _capped(total.token, _feeOn(total.chargeable), pathsToUSD, feeUSD);
        // Also when it is nothing: as in the public deployments, most tokens then refuse a zero fee address, and a batch
        // that would fail there has to fail on a local chain.
        require(TokenTransfer.pull(total.token, msg.sender, feeAddress, fee), "Batch fee transferFrom() failed");
        return feeUSD;
    }

    function _takeNativeFee(
        uint256 chargeable,
        bool skipFeeUSDLimit,
        address payable feeAddress,
        uint256 feeUSD
    ) internal returns (uint256) {
        uint256 fee = _feeOn(chargeable);
        if (!skipFeeUSDLimit) (fee, feeUSD) = _capped(NativeAddress, fee, pathsNativeToUSD, feeUSD);
        if (fee == 0) return feeUSD;
        require(address(this).balance >= fee, "Not enough funds for batch fee");
        // Gas 0 leaves the 2300 of the stipend, as where the fee proxy pays a fee.
        (bool paid, ) = feeAddress.call{value: fee, gas: 0}("");
        require(paid, "Could not pay the batch fee");
        return feeUSD;
    }

    /// @dev Once the limit is used up nothing more is taken, whatever the currency. Below it, a currency without a path
    /// to USD is not capped.
    function _capped(
        address currency,
        uint256 fee,
        address[][] memory pathsToUSD,
        uint256 feeUSD
    ) private view returns (uint256, uint256) {
        if (fee == 0 || feeUSD >= batchFeeAmountUSDLimit) return (0, feeUSD);
        for (uint256 i; i < pathsToUSD.length; ++i) {
            address[] memory path = pathsToUSD[i];
            if (path[0] != currency || path[path.length - 1] != USDAddress) continue;
            (uint256 inUSD, ) = chainlinkConversionPath.getConversion(fee, path);
            uint256 room = batchFeeAmountUSDLimit - feeUSD;
            if (inUSD <= room) return (fee, feeUSD + inUSD);
            return ((fee * room) / inUSD, feeUSD + room);
        }
        return (fee, feeUSD);
    }
}
