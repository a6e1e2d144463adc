// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice A payee that calls somewhere while it is being paid, to take what is on its way to others.
contract ReentrantPayee {
    address private immutable target;
    bytes private attack;

    constructor(address _target, bytes memory _attack) {
        target = _target;
        attack = _attack;
    }

    receive() external payable {
        (bool ok, ) = target.call(attack);
        ok;
    }
}
