// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// @notice Answers false instead of moving anything.
contract FalseToken is TestToken {
    constructor(string memory _name, string memory _symbol, uint8 _decimals) TestToken(_name, _symbol, _decimals) {}

    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return false;
    }
}
