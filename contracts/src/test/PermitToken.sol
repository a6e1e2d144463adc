// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";
import {TestToken} from "./TestToken.sol";

/// @notice A token with EIP-2612 permit and a domain version of its own, as USDC has "2".
contract PermitToken is TestToken, EIP712, Nonces {
    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    string public version;

    constructor(
        string memory _name,
        string memory _symbol,
        uint8 _decimals,
        string memory _version
    ) TestToken(_name, _symbol, _decimals) EIP712(_name, _version) {
        version = _version;
    }

    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(block.timestamp <= deadline, "permit is expired");
        bytes32 structHash = keccak256(
            abi.encode(PERMIT_TYPEHASH, owner, spender, value, _useNonce(owner), deadline)
        );
        require(ECDSA.recover(_hashTypedDataV4(structHash), v, r, s) == owner, "permit: invalid signature");
        _approve(owner, spender, value);
    }
}
