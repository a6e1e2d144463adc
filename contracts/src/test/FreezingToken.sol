// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// @notice A token with a blacklist as USDC has it: who is on it neither sends, receives nor moves the money of others.
contract FreezingToken is TestToken {
    mapping(address account => bool) public frozen;

    constructor(string memory _name, string memory _symbol, uint8 _decimals) TestToken(_name, _symbol, _decimals) {}

    function setFrozen(address account, bool isFrozen) external {
        frozen[account] = isFrozen;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!frozen[from] && !frozen[to] && !frozen[msg.sender], "Blacklistable: account is blacklisted");
        super._update(from, to, value);
    }
}
