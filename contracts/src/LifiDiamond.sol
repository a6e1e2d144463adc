// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {AcrossData, BridgeData, BridgePool} from "./LifiTypes.sol";

/// @notice Stands in for the diamond of LI.FI on local chains, by its published ABI, with the one entry point that we
/// take from it: a deposit into Across without a swap before it. The payer's tokens go to the pool in the same
/// transaction, and whoever is named for refunds is the depositor there.
contract LifiDiamond {
    using SafeERC20 for IERC20;

    event LiFiTransferStarted(BridgeData bridgeData);

    error CannotBridgeToSameNetwork();
    error InformationMismatch();
    error InvalidAmount();

    BridgePool public immutable spokePool;

    constructor(address _spokePool) {
        spokePool = BridgePool(_spokePool);
    }

    function startBridgeTokensViaAcrossV4(BridgeData calldata bridgeData, AcrossData calldata acrossData)
        external
        payable
    {
        if (bridgeData.minAmount == 0) revert InvalidAmount();
        if (bridgeData.destinationChainId == block.chainid) revert CannotBridgeToSameNetwork();
        if (bridgeData.hasSourceSwaps || bridgeData.hasDestinationCall != (acrossData.message.length > 0)) {
            revert InformationMismatch();
        }
        IERC20 token = IERC20(bridgeData.sendingAssetId);
        token.safeTransferFrom(msg.sender, address(this), bridgeData.minAmount);
        token.forceApprove(address(spokePool), bridgeData.minAmount);
        _deposit(bridgeData, acrossData);
        emit LiFiTransferStarted(bridgeData);
    }

    function _deposit(BridgeData calldata bridgeData, AcrossData calldata acrossData) private {
        spokePool.deposit(
            acrossData.refundAddress,
            acrossData.receiverAddress,
            acrossData.sendingAssetId,
            acrossData.receivingAssetId,
            bridgeData.minAmount,
            acrossData.outputAmount,
            bridgeData.destinationChainId,
            acrossData.exclusiveRelayer,
            acrossData.quoteTimestamp,
            acrossData.fillDeadline,
            acrossData.exclusivityParameter,
            acrossData.message
        );
    }
}
