// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice Pays native coin and an optional fee and announces both under a reference.
/// It has no storage, so that a conversion proxy can run it by delegatecall.
contract EthereumFeeProxy {
    event TransferWithReferenceAndFee(
        address to,
        uint256 amount,
        bytes indexed paymentReference,
        uint256 feeAmount,
        address feeAddress
    );

    /// @notice Pays all of the value that is not the fee.
    function transferWithReferenceAndFee(
        address payable _to,
        bytes calldata _paymentReference,
        uint256 _feeAmount,
        address payable _feeAddress
    ) external payable {
        _pay(_to, msg.value - _feeAmount, _paymentReference, _feeAmount, _feeAddress);
    }

    /// @notice Pays an exact amount; what is left of the value goes back to the caller.
    function transferExactEthWithReferenceAndFee(
        address payable _to,
        uint256 _amount,
        bytes calldata _paymentReference,
        uint256 _feeAmount,
        address payable _feeAddress
    ) external payable {
        _pay(_to, _amount, _paymentReference, _feeAmount, _feeAddress);
    }

    function _pay(
        address payable to,
        uint256 amount,
        bytes calldata paymentReference,
        uint256 feeAmount,
        address payable feeAddress
    ) private {
        uint256 fee = feeAddress == address(0) ? 0 : feeAmount;
        // Counted from msg.value and not from the balance: nothing that a recipient does in between can change it.
        uint256 change = msg.value - amount - fee;

        (bool paid, ) = to.call{value: amount}("");
        require(paid, "Could not pay the recipient");
        if (fee > 0) {
            // Gas 0 leaves the 2300 of the stipend, as in the public deployments: a fee address cannot run code of weight.
            (bool feePaid, ) = feeAddress.call{value: fee, gas: 0}("");
            require(feePaid, "Could not pay the fee");
        }
        if (change > 0) {
            (bool returned, ) = payable(msg.sender).call{value: change}("");
            require(returned, "Could not send remaining funds to the payer");
        }
        emit TransferWithReferenceAndFee(to, amount, paymentReference, feeAmount, feeAddress);
    }
}
