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
        /// Balance of the batch contract before it collected: what it finds above that afterwards is the payer's.
        uint256 balanceBefore;
    }

    function empty(uint256 size) internal pure returns (Total[] memory) {
        return new Total[](size);
    }

    function add(Total[] memory totals, address token, uint256 amount) internal pure {
        for (uint256 i; i < totals.length; ++i) {
            if (totals[i].token == address(0)) totals[i].token = token;
            if (totals[i].token != token) continue;
            totals[i].amount += amount;
            return;
        }
    }

    /// @dev Pulls every total from the caller and lets `spender` use it. USDT-style tokens refuse to change an
    /// allowance that is in use, so it is set once to the maximum: the batch contract holds nothing between calls.
    function collect(Total[] memory totals, address spender, uint256 batchFee, uint256 feeDenominator) internal {
        for (uint256 i; i < totals.length && totals[i].token != address(0); ++i) {
            IERC20 token = IERC20(totals[i].token);
            uint256 amount = totals[i].amount;
            require(token.allowance(msg.sender, address(this)) >= amount, "Insufficient allowance for batch to pay");
            require(
                token.balanceOf(msg.sender) >= amount + (amount * batchFee) / feeDenominator,
                "Not enough funds, including fees"
            );
            totals[i].balanceBefore = token.balanceOf(address(this));
            require(
                TokenTransfer.pull(address(token), msg.sender, address(this), amount),
                "payment transferFrom() failed"
            );
            if (token.allowance(address(this), spender) < amount) token.forceApprove(spender, type(uint256).max);
        }
    }

    /// @dev Sends back what the conversions left over and lowers the totals to what was spent.
    function returnUnspent(Total[] memory totals) internal {
        for (uint256 i; i < totals.length && totals[i].token != address(0); ++i) {
            IERC20 token = IERC20(totals[i].token);
            uint256 unspent = token.balanceOf(address(this)) - totals[i].balanceBefore;
            if (unspent == 0) continue;
            totals[i].amount -= unspent;
            token.safeTransfer(msg.sender, unspent);
        }
    }
}
