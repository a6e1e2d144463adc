// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {DepositAccount} from "./DepositAccount.sol";
import {DepositTerms, DepositTermsCodec} from "./DepositTerms.sol";

/// @notice Knows the deposit address of any terms, and makes it when there is something to forward. No owner, no
/// storage, and no way to change it.
contract DepositFactory {
    address public immutable implementation;
    /// @notice What CREATE2 hashes first: 0xff on EVM networks, 0x41 on Tron.
    bytes1 public immutable addressPrefix;

    /// @dev About twice what one takes, and the most it gets: a token that burns gas costs no more. An estimate of gas looks for the least with which the call does not revert: without
    /// this it would find one with which most of the addresses are passed over.
    uint256 private constant GAS_FOR_ONE = 500_000;

    /// @notice `collectMany` could not collect from this address, and went on.
    event NotCollected(address account);

    /// @dev The implementation may come after it: its address is known from its code.
    constructor(address _implementation, bytes1 _addressPrefix) {
        implementation = _implementation;
        addressPrefix = _addressPrefix;
    }

    function addressOf(DepositTerms memory terms) public view returns (address) {
        bytes memory packed = DepositTermsCodec.pack(terms);
        // As Clones builds it. Its own prediction has 0xff built in, which is wrong on Tron.
        bytes32 codeHash = keccak256(
            abi.encodePacked(
                hex"61",
                uint16(packed.length + 45),
                hex"3d81600a3d39f3363d3d373d3d3d363d73",
                implementation,
                hex"5af43d82803e903d91602b57fd5bf3",
                packed
            )
        );
        return address(uint160(uint256(keccak256(abi.encodePacked(addressPrefix, address(this), bytes32(0), codeHash)))));
    }

    /// @notice Deploys the account of these terms unless it is there.
    function deploy(DepositTerms memory terms) public returns (DepositAccount) {
        address account = addressOf(terms);
        if (account.code.length == 0) {
            address made = Clones.cloneDeterministicWithImmutableArgs(
                implementation,
                DepositTermsCodec.pack(terms),
                bytes32(0)
            );
            require(made == account, "DepositFactory: another address");
        }
        return DepositAccount(account);
    }

    /// @notice See `DepositAccount.collect`.
    function collect(DepositTerms memory terms) external {
        deploy(terms).collect();
    }

    /// @notice One that fails stops no other.
    function collectMany(DepositTerms[] calldata many) external {
        for (uint256 i = 0; i < many.length; i++) {
            require(gasleft() > GAS_FOR_ONE + GAS_FOR_ONE / 32, "DepositFactory: not enough gas");
            try this.collect{gas: GAS_FOR_ONE}(many[i]) {} catch {
                emit NotCollected(addressOf(many[i]));
            }
        }
    }

    /// @notice See `DepositAccount.rescue`.
    function rescue(DepositTerms memory terms, address asset) external {
        deploy(terms).rescue(asset);
    }
}
