// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {BatchedTokens} from "./BatchedTokens.sol";
import {ERC20FeeProxy} from "./ERC20FeeProxy.sol";

/// @notice Token batches as they exist on Tron. Nobody owns it and it takes no fee of its own.
contract ERC20BatchPayments {
    using BatchedTokens for BatchedTokens.Total;
    using BatchedTokens for BatchedTokens.Total[];

    ERC20FeeProxy public immutable paymentErc20FeeProxy;
    bool private entered;

    constructor(address _paymentErc20FeeProxy) {
        paymentErc20FeeProxy = ERC20FeeProxy(_paymentErc20FeeProxy);
    }

    modifier once() {
        require(!entered, "ReentrancyGuard: reentrant call");
        entered = true;
        _;
        entered = false;
    }

    function batchERC20PaymentsWithReference(
        address _tokenAddress,
        address[] calldata _recipients,
        uint256[] calldata _amounts,
        bytes[] calldata _paymentReferences,
        uint256[] calldata _feeAmounts,
        address _feeAddress
    ) external once {
        address[] memory tokens = new address[](1);
        tokens[0] = _tokenAddress;
        _pay(tokens, _recipients, _amounts, _paymentReferences, _feeAmounts, _feeAddress);
    }

    function batchERC20PaymentsMultiTokensWithReference(
        address[] calldata _tokenAddresses,
        address[] calldata _recipients,
        uint256[] calldata _amounts,
        bytes[] calldata _paymentReferences,
        uint256[] calldata _feeAmounts,
        address _feeAddress
    ) external once {
        require(_tokenAddresses.length == _recipients.length, "the input arrays must have the same length");
        _pay(_tokenAddresses, _recipients, _amounts, _paymentReferences, _feeAmounts, _feeAddress);
    }

    /// @dev `tokens` is either one per payment or a single one for all.
    function _pay(
        address[] memory tokens,
        address[] calldata recipients,
        uint256[] calldata amounts,
        bytes[] calldata paymentReferences,
        uint256[] calldata feeAmounts,
        address feeAddress
    ) private {
        require(
            recipients.length == amounts.length &&
                recipients.length == paymentReferences.length &&
                recipients.length == feeAmounts.length,
            "the input arrays must have the same length"
        );
        _collect(tokens, amounts, feeAmounts, feeAddress);
        for (uint256 i; i < recipients.length; ++i) {
            paymentErc20FeeProxy.transferFromWithReferenceAndFee(
                tokens.length == 1 ? tokens[0] : tokens[i],
                recipients[i],
                amounts[i],
                paymentReferences[i],
                feeAmounts[i],
                feeAddress
            );
        }
    }

    function _collect(
        address[] memory tokens,
        uint256[] calldata amounts,
        uint256[] calldata feeAmounts,
        address feeAddress
    ) private {
        BatchedTokens.Total[] memory totals = BatchedTokens.empty(tokens.length);
        for (uint256 i; i < amounts.length; ++i) {
            uint256 fee = feeAddress == address(0) ? 0 : feeAmounts[i];
            totals.add(tokens.length == 1 ? tokens[0] : tokens[i], amounts[i], fee);
        }
        for (uint256 i; i < totals.length && totals[i].token != address(0); ++i) {
            totals[i].collect(address(paymentErc20FeeProxy), 0);
        }
    }
}
