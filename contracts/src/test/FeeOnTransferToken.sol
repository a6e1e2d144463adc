// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// @notice Burns 1 % of every transfer, so that less arrives than was sent.
contract FeeOnTransferToken is TestToken {
    constructor(string memory _name, string memory _symbol, uint8 _decimals) TestToken(_name, _symbol, _decimals) {}

    function _update(address from, address to, uint256 value) internal override {
        uint256 burned = from == address(0) || to == address(0) ? 0 : value / 100;
        super._update(from, to, value - burned);
        if (burned > 0) super._update(from, address(0), burned);
    }
}
