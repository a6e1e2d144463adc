// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SwapData} from "./LifiTypes.sol";

/// @notice Stands in for LI.FI's executor on local chains, by its published ABI: takes the tokens that its caller allows,
/// makes the calls of a message with them, all or none, and gives what is left to the receiver. Anybody may call it.
contract LifiExecutor {
    using SafeERC20 for IERC20;

    event LiFiTransferCompleted(
        bytes32 indexed transactionId, address receivingAssetId, address receiver, uint256 amount, uint256 timestamp
    );

    error CallReverted(uint256 index);

    function swapAndCompleteBridgeTokens(
        bytes32 transactionId,
        SwapData[] calldata calls,
        address token,
        address receiver
    ) external payable {
        IERC20 asset = IERC20(token);
        asset.safeTransferFrom(msg.sender, address(this), asset.allowance(msg.sender, address(this)));
        for (uint256 i; i < calls.length; ++i) {
            SwapData calldata one = calls[i];
            if (one.callTo.code.length == 0) revert CallReverted(i);
            IERC20(one.sendingAssetId).forceApprove(one.approveTo, one.fromAmount);
            (bool success,) = one.callTo.call(one.callData);
            if (!success) revert CallReverted(i);
        }
        uint256 left = asset.balanceOf(address(this));
        if (left > 0) asset.safeTransfer(receiver, left);
        emit LiFiTransferCompleted(transactionId, token, receiver, left, block.timestamp);
    }
}
