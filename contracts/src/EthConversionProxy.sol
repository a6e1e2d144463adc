// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ConversionSettings} from "./ConversionSettings.sol";
import {EthereumFeeProxy} from "./EthereumFeeProxy.sol";

/// @notice Pays in native coin what is owed in another currency; what is left of the value goes back to the caller.
contract EthConversionProxy is ConversionSettings {
    address public nativeTokenHash;

    /// @dev Emitted by the fee proxy that runs here; declared so that the ABI names it.
    event TransferWithReferenceAndFee(
        address to,
        uint256 amount,
        bytes indexed paymentReference,
        uint256 feeAmount,
        address feeAddress
    );

    constructor(
        address _paymentProxy,
        address _conversionPath,
        address _nativeTokenHash,
        address _owner
    ) ConversionSettings(_paymentProxy, _conversionPath, _owner) {
        nativeTokenHash = _nativeTokenHash;
    }

    function updateNativeTokenHash(address _nativeTokenHash) external onlyOwner {
        nativeTokenHash = _nativeTokenHash;
    }

    function transferWithReferenceAndFee(
        address _to,
        uint256 _requestAmount,
        address[] calldata _path,
        bytes calldata _paymentReference,
        uint256 _feeAmount,
        address _feeAddress,
        uint256 _maxRateTimespan
    ) external payable {
        require(_path[_path.length - 1] == nativeTokenHash, "payment currency must be the native token");
        (uint256 amount, uint256 fee) = _convert(_path, _requestAmount, _feeAmount, _maxRateTimespan);

        // By delegatecall the change goes to the payer, and the fee event carries this address.
        (bool ok, ) = paymentProxy.delegatecall(
            abi.encodeCall(
                EthereumFeeProxy.transferExactEthWithReferenceAndFee,
                (payable(_to), amount, _paymentReference, fee, payable(_feeAddress))
            )
        );
        require(ok, "paymentProxy transferExactEthWithReferenceAndFee failed");

        emit TransferWithConversionAndReference(
            _requestAmount,
            _path[0],
            _paymentReference,
            _feeAmount,
            _maxRateTimespan
        );
    }
}
