// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// @notice USDT as on Tron: `transfer` works and answers false, an allowance in use cannot be changed but to 0.
contract TronUsdtToken is TestToken {
    constructor(string memory _name, string memory _symbol, uint8 _decimals) TestToken(_name, _symbol, _decimals) {}

    function transfer(address to, uint256 value) public override returns (bool) {
        super.transfer(to, value);
        return false;
    }

    function approve(address spender, uint256 value) public override returns (bool) {
        require(value == 0 || allowance(msg.sender, spender) == 0);
        return super.approve(spender, value);
    }
}
