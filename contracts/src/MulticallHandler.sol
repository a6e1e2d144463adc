// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {MessageReceiver} from "./SpokePoolTypes.sol";

/// @notice Stands in for the Across MulticallHandler on local chains, by its published ABI: runs the calls of a
/// message with the tokens it was sent, and gives what is left to the fallback recipient, all of it when a call fails.
/// Anybody may call it, so whoever leaves tokens or allowances here leaves them to everybody.
contract MulticallHandler is MessageReceiver, ReentrancyGuard {
    using SafeERC20 for IERC20;

    struct Call {
        address target;
        bytes callData;
        uint256 value;
    }

    struct Instructions {
        Call[] calls;
        address fallbackRecipient;
    }

    event CallsFailed(Call[] calls, address indexed fallbackRecipient);
    event DrainedTokens(address indexed recipient, address indexed token, uint256 indexed amount);

    error CallReverted(uint256 index, Call[] calls);
    error InvalidCall(uint256 index, Call[] calls);
    error NotSelf();

    receive() external payable {}

    function handleV3AcrossMessage(address token, uint256, address, bytes calldata message) external nonReentrant {
        Instructions memory instructions = abi.decode(message, (Instructions));
        if (instructions.fallbackRecipient == address(0)) {
            this.attemptCalls(instructions.calls);
            return;
        }
        try this.attemptCalls(instructions.calls) {}
        catch {
            emit CallsFailed(instructions.calls, instructions.fallbackRecipient);
        }
        _drain(IERC20(token), instructions.fallbackRecipient);
    }

    /// @notice All calls or none of them: for the handler itself, which undoes them together.
    function attemptCalls(Call[] memory calls) external {
        if (msg.sender != address(this)) revert NotSelf();
        for (uint256 i; i < calls.length; ++i) {
            if (calls[i].callData.length > 0 && calls[i].target.code.length == 0) revert InvalidCall(i, calls);
            (bool success,) = calls[i].target.call{value: calls[i].value}(calls[i].callData);
            if (!success) revert CallReverted(i, calls);
        }
    }

    function _drain(IERC20 token, address recipient) private {
        uint256 amount = token.balanceOf(address(this));
        if (amount == 0) return;
        token.safeTransfer(recipient, amount);
        emit DrainedTokens(recipient, address(token), amount);
    }
}
