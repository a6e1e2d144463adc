// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// @notice FAU as on Sepolia: anyone takes what they need.
contract FaucetToken is TestToken {
    constructor(string memory _name, string memory _symbol, uint8 _decimals) TestToken(_name, _symbol, _decimals) {}

    function allocateTo(address _owner, uint256 value) external {
        _mint(_owner, value);
    }
}
