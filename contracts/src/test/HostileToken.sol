// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// @notice A token that can be told to misbehave: call somebody in the middle of a transfer, revert with a very long
/// answer, burn all gas, or move less than it was asked to.
contract HostileToken is TestToken {
    enum Mode {
        Honest,
        Calls,
        LongRevert,
        BurnsGas,
        TakesFee
    }

    Mode public mode;
    address private target;
    bytes private attack;
    /// @notice How often the call of `Calls` went through.
    uint256 public successes;

    constructor(string memory _name, string memory _symbol, uint8 _decimals) TestToken(_name, _symbol, _decimals) {}

    function misbehave(Mode _mode, address _target, bytes calldata _attack) external {
        mode = _mode;
        target = _target;
        attack = _attack;
    }

    function _update(address from, address to, uint256 value) internal override {
        Mode current = mode;
        if (current == Mode.LongRevert) {
            assembly ("memory-safe") {
                revert(0, 200000)
            }
        }
        if (current == Mode.BurnsGas) {
            assembly ("memory-safe") {
                invalid()
            }
        }
        if (current == Mode.Calls && from != address(0)) {
            (bool ok, ) = target.call(attack);
            if (ok) successes++;
        }
        uint256 fee = current == Mode.TakesFee && from != address(0) ? value / 100 : 0;
        super._update(from, to, value - fee);
        if (fee > 0) super._update(from, address(0xdead), fee);
    }
}
