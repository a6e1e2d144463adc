// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {TokenTransfer} from "./TokenTransfer.sol";

/// @notice Pays a token amount and an optional fee out of the caller's allowance and announces both under a reference.
/// It has no storage, so that a conversion proxy can run it by delegatecall.
contract ERC20FeeProxy {
    event TransferWithReferenceAndFee(
        address tokenAddress,
        address to,
        uint256 amount,
        bytes indexed paymentReference,
        uint256 feeAmount,
        address feeAddress
    );

    function transferFromWithReferenceAndFee(
        address _tokenAddress,
        address _to,
        uint256 _amount,
        bytes calldata _paymentReference,
        uint256 _feeAmount,
        address _feeAddress
    ) external {
        require(TokenTransfer.pull(_tokenAddress, msg.sender, _to, _amount), "payment transferFrom() failed");
        if (_feeAmount > 0 && _feeAddress != address(0)) {
            require(TokenTransfer.pull(_tokenAddress, msg.sender, _feeAddress, _feeAmount), "fee transferFrom() failed");
        }
        emit TransferWithReferenceAndFee(_tokenAddress, _to, _amount, _paymentReference, _feeAmount, _feeAddress);
    }
}
