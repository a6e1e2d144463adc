// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {TokenTransfer} from "./TokenTransfer.sol";

/// @notice What a batch takes from its payer, one total per token.
library BatchedTokens {
    using SafeERC20 for IERC20;

    struct Total {
        address token;
        uint256 amount;
        /// The part of it that the batch fee is a share of: payments without their own fees.
        uint256 chargeable;
        /// Balance of the batch contract before it collected: what it finds above that afterwards is the payer's.
        uint256 balanceBefore;
    }

    function empty(uint256 size) internal pure returns (Total[] memory) {
        return new Total[](size);
    }

    function add(Total[] memory totals, address token, uint256 amount, uint256 fee) internal pure {
        for (uint256 i; i < totals.length; ++i) {
            if (totals[i].token == address(0)) totals[i].token = token;
            if (totals[i].token != token) continue;
            totals[i].amount += amount + fee;
            totals[i].chargeable += amount;
            return;
        }
    }

    /// @dev Pulls the total from the caller and lets `spender` use it. USDT-style tokens refuse to change an allowance
    /// that is in use, so it is set once to the maximum: the batch contract holds nothing between calls.
    function collect(Total memory total, address spender, uint256 batchFee) internal {
        IERC20 token = IERC20(total.token);
        require(token.allowance(msg.sender, address(this)) >= total.amount, "Insufficient allowance for batch to pay");
        require(token.balanceOf(msg.sender) >= total.amount + batchFee, "Not enough funds, including fees");
        total.balanceBefore = token.balanceOf(address(this));
        require(
            TokenTransfer.pull(total.token, msg.sender, address(this), total.amount),
            "payment transferFrom() failed"
        );
        if (token.allowance(address(this), spender) < total.amount) token.forceApprove(spender, type(uint256).max);
    }

    /// @dev Sends back what the conversions left over; what they spent is what the batch fee is a share of.
    function returnUnspent(Total memory total) internal {
        IERC20 token = IERC20(total.token);
        uint256 unspent = token.balanceOf(address(this)) - total.balanceBefore;
        total.chargeable = total.amount - unspent;
        if (unspent > 0) token.safeTransfer(msg.sender, unspent);
    }
}
