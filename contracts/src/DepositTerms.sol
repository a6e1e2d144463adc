// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice What a deposit address was made for. All of it is part of the address, so nothing can be changed later.
struct DepositTerms {
    /// The chain on which the money counts as a payment of the request.
    uint64 homeChainId;
    address payee;
    address token;
    /// ERC20FeeProxy of the home chain.
    address feeProxy;
    bytes8 paymentReference;
    /// What the payee gets of an exact payment, without the fees.
    uint128 amount;
    /// Zero where there is no fee.
    address feeReceiver;
    uint128 feeAmount;
    /// A second fee, paid under a reference of its own. Zero where there is none.
    address legReceiver;
    uint128 legAmount;
    bytes8 legReference;
}

/// @notice The terms as the bytes behind the code of a clone: 172 of them, because each costs 200 gas to deploy.
library DepositTermsCodec {
    function pack(DepositTerms memory terms) internal pure returns (bytes memory) {
        return
            bytes.concat(
                abi.encodePacked(
                    terms.homeChainId,
                    terms.payee,
                    terms.token,
                    terms.feeProxy,
                    terms.paymentReference,
                    terms.amount
                ),
                abi.encodePacked(
                    terms.feeReceiver,
                    terms.feeAmount,
                    terms.legReceiver,
                    terms.legAmount,
                    terms.legReference
                )
            );
    }

    function unpack(bytes memory packed) internal pure returns (DepositTerms memory terms) {
        terms.homeChainId = uint64(_read(packed, 0, 8));
        terms.payee = address(uint160(_read(packed, 8, 20)));
        terms.token = address(uint160(_read(packed, 28, 20)));
        terms.feeProxy = address(uint160(_read(packed, 48, 20)));
        terms.paymentReference = bytes8(uint64(_read(packed, 68, 8)));
        terms.amount = uint128(_read(packed, 76, 16));
        terms.feeReceiver = address(uint160(_read(packed, 92, 20)));
        terms.feeAmount = uint128(_read(packed, 112, 16));
        terms.legReceiver = address(uint160(_read(packed, 128, 20)));
        terms.legAmount = uint128(_read(packed, 148, 16));
        terms.legReference = bytes8(uint64(_read(packed, 164, 8)));
    }

    /// @dev Reads a whole word and drops what stands behind the field.
    function _read(bytes memory packed, uint256 offset, uint256 size) private pure returns (uint256 value) {
        assembly ("memory-safe") {
            value := shr(sub(256, mul(size, 8)), mload(add(add(packed, 32), offset)))
        }
    }
}
