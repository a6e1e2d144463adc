// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice `transferFrom` for tokens that answer true, false or nothing at all.
library TokenTransfer {
    /// @return paid false when the token answered false, or when there is no token at the address.
    /// A token that reverts makes the whole call revert: compatible clients look for that text.
    function pull(address token, address from, address to, uint256 amount) internal returns (bool paid) {
        (bool ok, bytes memory answer) = token.call(abi.encodeCall(IERC20.transferFrom, (from, to, amount)));
        require(ok, "transferFrom() has been reverted");
        if (answer.length == 0) return token.code.length > 0;
        return answer.length == 32 && abi.decode(answer, (uint256)) == 1;
    }
}
