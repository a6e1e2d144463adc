// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @notice A sanctions oracle whose list its owner sets, for local chains.
contract SanctionsList is Ownable {
    mapping(address addr => bool) public isSanctioned;

    event SanctionSet(address indexed addr, bool sanctioned);

    constructor(address _owner) Ownable(_owner) {}

    function setSanctioned(address[] calldata addrs, bool sanctioned) external onlyOwner {
        for (uint256 i; i < addrs.length; ++i) {
            isSanctioned[addrs[i]] = sanctioned;
            emit SanctionSet(addrs[i], sanctioned);
        }
    }
}
