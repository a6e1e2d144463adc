// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {BatchFee} from "./BatchFee.sol";
import {ERC20ConversionProxy} from "./ERC20ConversionProxy.sol";
import {ERC20FeeProxy} from "./ERC20FeeProxy.sol";
import {EthConversionProxy} from "./EthConversionProxy.sol";
import {EthereumFeeProxy} from "./EthereumFeeProxy.sol";
import {BatchedTokens} from "./BatchedTokens.sol";

/// @notice Many payments in one transaction, all or nothing. The events come from the fee and conversion proxies.
/// The contract holds nothing between two calls; the guard keeps a recipient from taking what it holds within one.
contract BatchConversionPayments is BatchFee, ReentrancyGuard {
    using BatchedTokens for BatchedTokens.Total;
    using BatchedTokens for BatchedTokens.Total[];

    struct RequestDetail {
        address recipient;
        uint256 requestAmount;
        address[] path;
        bytes paymentReference;
        uint256 feeAmount;
        uint256 maxToSpend;
        uint256 maxRateTimespan;
    }

    struct MetaDetail {
        uint256 paymentNetworkId;
        RequestDetail[] requestDetails;
    }

    enum Group {
        TokenConversion,
        OneToken,
        SeveralTokens,
        Native,
        NativeConversion
    }

    uint256 private constant MAX_GROUPS = 5;

    ERC20FeeProxy public paymentErc20Proxy;
    EthereumFeeProxy public paymentNativeProxy;
    ERC20ConversionProxy public paymentErc20ConversionProxy;
    EthConversionProxy public paymentNativeConversionProxy;

    constructor(
        address _paymentErc20Proxy,
        address _paymentNativeProxy,
        address _paymentErc20ConversionProxy,
        address _paymentNativeConversionProxy,
        address _chainlinkConversionPath,
        address _owner
    ) BatchFee(_chainlinkConversionPath, _owner) {
        paymentErc20Proxy = ERC20FeeProxy(_paymentErc20Proxy);
        paymentNativeProxy = EthereumFeeProxy(_paymentNativeProxy);
        paymentErc20ConversionProxy = ERC20ConversionProxy(_paymentErc20ConversionProxy);
        paymentNativeConversionProxy = EthConversionProxy(payable(_paymentNativeConversionProxy));
    }

    /// @dev Only the change of the two native proxies comes in here.
    receive() external payable {
        require(
            msg.sender == address(paymentNativeProxy) || msg.sender == address(paymentNativeConversionProxy),
            "Non-payable"
        );
    }

    /// @notice Up to five groups, each of one kind. `pathsToUSD` empty means no cap in USD on the batch fee.
    function batchPayments(
        MetaDetail[] calldata metaDetails,
        address[][] calldata pathsToUSD,
        address payable feeAddress
    ) external payable nonReentrant {
        require(metaDetails.length <= MAX_GROUPS, "more than 5 metaDetails");
        uint256 feeUSD;
        for (uint256 i; i < metaDetails.length; ++i) {
            require(metaDetails[i].paymentNetworkId <= uint256(type(Group).max), "Wrong paymentNetworkId");
            Group group = Group(metaDetails[i].paymentNetworkId);
            RequestDetail[] calldata details = metaDetails[i].requestDetails;
            if (group == Group.TokenConversion) {
                feeUSD = _payTokenConversions(details, pathsToUSD, feeAddress, feeUSD);
            } else if (group == Group.OneToken || group == Group.SeveralTokens) {
                feeUSD = _payTokens(details, group == Group.OneToken, pathsToUSD, feeAddress, feeUSD);
            } else if (group == Group.Native) {
                feeUSD = _payNative(details, pathsToUSD.length == 0, feeAddress, feeUSD);
            } else {
                feeUSD = _payNativeConversions(details, pathsToUSD.length == 0, feeAddress, feeUSD);
            }
        }
        _returnChange();
    }

    function batchERC20Payments(
        RequestDetail[] calldata requestDetails,
        address[][] calldata pathsToUSD,
        address feeAddress
    ) external nonReentrant returns (uint256) {
        return _payTokens(requestDetails, true, pathsToUSD, feeAddress, 0);
    }

    function batchMultiERC20Payments(
        RequestDetail[] calldata requestDetails,
        address[][] calldata pathsToUSD,
        address feeAddress
    ) external nonReentrant returns (uint256) {
        return _payTokens(requestDetails, false, pathsToUSD, feeAddress, 0);
    }

    function batchMultiERC20ConversionPayments(
        RequestDetail[] calldata requestDetails,
        address[][] calldata pathsToUSD,
        address feeAddress
    ) external nonReentrant returns (uint256) {
        return _payTokenConversions(requestDetails, pathsToUSD, feeAddress, 0);
    }

    function batchNativePayments(
        RequestDetail[] calldata requestDetails,
        bool skipFeeUSDLimit,
        address payable feeAddress
    ) external payable nonReentrant returns (uint256 feeUSD) {
        feeUSD = _payNative(requestDetails, skipFeeUSDLimit, feeAddress, 0);
        _returnChange();
    }

    function batchNativeConversionPayments(
        RequestDetail[] calldata requestDetails,
        bool skipFeeUSDLimit,
        address payable feeAddress
    ) external payable nonReentrant returns (uint256 feeUSD) {
        feeUSD = _payNativeConversions(requestDetails, skipFeeUSDLimit, feeAddress, 0);
        _returnChange();
    }

    function setPaymentErc20Proxy(address _paymentErc20Proxy) external onlyOwner {
        paymentErc20Proxy = ERC20FeeProxy(_paymentErc20Proxy);
    }

    function setPaymentNativeProxy(address _paymentNativeProxy) external onlyOwner {
        paymentNativeProxy = EthereumFeeProxy(_paymentNativeProxy);
    }

    function setPaymentErc20ConversionProxy(address _paymentErc20ConversionProxy) external onlyOwner {
        paymentErc20ConversionProxy = ERC20ConversionProxy(_paymentErc20ConversionProxy);
    }

    function setPaymentNativeConversionProxy(address _paymentNativeConversionProxy) external onlyOwner {
        paymentNativeConversionProxy = EthConversionProxy(_paymentNativeConversionProxy);
    }

    /// @dev A group of one token names it in its first payment; the paths of the others are not read.
    function _payTokens(
        RequestDetail[] calldata details,
        bool oneToken,
        address[][] calldata pathsToUSD,
        address feeAddress,
        uint256 feeUSD
    ) private returns (uint256) {
        BatchedTokens.Total[] memory totals = BatchedTokens.empty(oneToken ? 1 : details.length);
        for (uint256 i; i < details.length; ++i) {
            // A fee without a receiver is not pulled by the fee proxy: collected here, it would stay here.
            uint256 fee = feeAddress == address(0) ? 0 : details[i].feeAmount;
            totals.add(details[oneToken ? 0 : i].path[0], details[i].requestAmount, fee);
        }
        for (uint256 i; i < totals.length && totals[i].token != address(0); ++i) {
            totals[i].collect(address(paymentErc20Proxy), _feeOn(totals[i].chargeable));
            feeUSD = _takeTokenFee(totals[i], pathsToUSD, feeAddress, feeUSD);
        }
        for (uint256 i; i < details.length; ++i) {
            RequestDetail calldata detail = details[i];
            paymentErc20Proxy.transferFromWithReferenceAndFee(
                details[oneToken ? 0 : i].path[0],
                detail.recipient,
                detail.requestAmount,
                detail.paymentReference,
                detail.feeAmount,
                feeAddress
            );
        }
        return feeUSD;
    }

    function _payTokenConversions(
        RequestDetail[] calldata details,
        address[][] calldata pathsToUSD,
        address feeAddress,
        uint256 feeUSD
    ) private returns (uint256) {
        BatchedTokens.Total[] memory totals = BatchedTokens.empty(details.length);
        for (uint256 i; i < details.length; ++i) totals.add(_last(details[i].path), details[i].maxToSpend, 0);
        for (uint256 i; i < totals.length && totals[i].token != address(0); ++i) {
            totals[i].collect(address(paymentErc20ConversionProxy), _feeOn(totals[i].chargeable));
        }
        for (uint256 i; i < details.length; ++i) {
            RequestDetail calldata detail = details[i];
            paymentErc20ConversionProxy.transferFromWithReferenceAndFee(
                detail.recipient,
                detail.requestAmount,
                detail.path,
                detail.paymentReference,
                detail.feeAmount,
                feeAddress,
                detail.maxToSpend,
                detail.maxRateTimespan
            );
        }
        for (uint256 i; i < totals.length && totals[i].token != address(0); ++i) {
            totals[i].returnUnspent();
            feeUSD = _takeTokenFee(totals[i], pathsToUSD, feeAddress, feeUSD);
        }
        return feeUSD;
    }

    function _payNative(
        RequestDetail[] calldata details,
        bool skipFeeUSDLimit,
        address payable feeAddress,
        uint256 feeUSD
    ) private returns (uint256) {
        uint256 chargeable;
        for (uint256 i; i < details.length; ++i) {
            RequestDetail calldata detail = details[i];
            chargeable += detail.requestAmount;
            uint256 value = detail.requestAmount + (feeAddress == address(0) ? 0 : detail.feeAmount);
            require(address(this).balance >= value, "Not enough funds");
            paymentNativeProxy.transferExactEthWithReferenceAndFee{value: value}(
                payable(detail.recipient),
                detail.requestAmount,
                detail.paymentReference,
                detail.feeAmount,
                feeAddress
            );
        }
        return _takeNativeFee(chargeable, skipFeeUSDLimit, feeAddress, feeUSD);
    }

    /// @dev Each conversion gets all that is left and sends its change back.
    function _payNativeConversions(
        RequestDetail[] calldata details,
        bool skipFeeUSDLimit,
        address payable feeAddress,
        uint256 feeUSD
    ) private returns (uint256) {
        uint256 before = address(this).balance;
        for (uint256 i; i < details.length; ++i) {
            RequestDetail calldata detail = details[i];
            paymentNativeConversionProxy.transferWithReferenceAndFee{value: address(this).balance}(
                detail.recipient,
                detail.requestAmount,
                detail.path,
                detail.paymentReference,
                detail.feeAmount,
                feeAddress,
                detail.maxRateTimespan
            );
        }
        return _takeNativeFee(before - address(this).balance, skipFeeUSDLimit, feeAddress, feeUSD);
    }

    function _returnChange() private {
        if (address(this).balance == 0) return;
        (bool returned, ) = payable(msg.sender).call{value: address(this).balance}("");
        require(returned, "Could not send remaining funds to the payer");
    }

    function _last(address[] calldata path) private pure returns (address) {
        return path[path.length - 1];
    }
}
