// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ConversionSettings} from "./ConversionSettings.sol";
import {ERC20FeeProxy} from "./ERC20FeeProxy.sol";

/// @notice Pays in a token what is owed in another currency. The caller's allowance is to this contract.
contract ERC20ConversionProxy is ConversionSettings {
    /// @dev Emitted by the fee proxy that runs here; declared so that the ABI names it.
    event TransferWithReferenceAndFee(
        address tokenAddress,
        address to,
        uint256 amount,
        bytes indexed paymentReference,
        uint256 feeAmount,
        address feeAddress
    );

    constructor(
        address _paymentProxy,
        address _conversionPath,
        address _owner
    ) ConversionSettings(_paymentProxy, _conversionPath, _owner) {}

    function transferFromWithReferenceAndFee(
        address _to,
        uint256 _requestAmount,
        address[] calldata _path,
        bytes calldata _paymentReference,
        uint256 _feeAmount,
        address _feeAddress,
        uint256 _maxToSpend,
        uint256 _maxRateTimespan
    ) external {
        (uint256 amount, uint256 fee) = _convert(_path, _requestAmount, _feeAmount, _maxRateTimespan);
        require(amount + fee <= _maxToSpend, "Amount to pay is over the user limit");

        address token = _path[_path.length - 1];
        // By delegatecall the payer stays the payer, and the fee event carries this address.
        (bool ok, ) = paymentProxy.delegatecall(
            abi.encodeCall(
                ERC20FeeProxy.transferFromWithReferenceAndFee,
                (token, _to, amount, _paymentReference, fee, _feeAddress)
            )
        );
        require(ok, "transferFromWithReferenceAndFee failed");

        emit TransferWithConversionAndReference(
            _requestAmount,
            _path[0],
            _paymentReference,
            _feeAmount,
            _maxRateTimespan
        );
    }
}
