// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20SingleRequestProxy} from "./ERC20SingleRequestProxy.sol";
import {EthereumSingleRequestProxy} from "./EthereumSingleRequestProxy.sol";

/// @notice Makes a deposit address per request, for payers that can only send a plain transfer.
contract SingleRequestProxyFactory is Ownable {
    address public ethereumFeeProxy;
    address public erc20FeeProxy;

    event EthereumSingleRequestProxyCreated(
        address proxyAddress,
        address payee,
        bytes indexed paymentReference,
        address feeAddress,
        uint256 feeAmount,
        address feeProxyUsed
    );
    event ERC20SingleRequestProxyCreated(
        address proxyAddress,
        address payee,
        address tokenAddress,
        bytes indexed paymentReference,
        address feeAddress,
        uint256 feeAmount,
        address feeProxyUsed
    );
    event ERC20FeeProxyUpdated(address indexed newERC20FeeProxy);
    event EthereumFeeProxyUpdated(address indexed newEthereumFeeProxy);

    constructor(address _ethereumFeeProxy, address _erc20FeeProxy, address _owner) Ownable(_owner) {
        ethereumFeeProxy = _ethereumFeeProxy;
        erc20FeeProxy = _erc20FeeProxy;
    }

    function createERC20SingleRequestProxy(
        address _payee,
        address _tokenAddress,
        bytes calldata _paymentReference,
        address _feeAddress,
        uint256 _feeAmount
    ) external returns (address proxy) {
        proxy = address(
            new ERC20SingleRequestProxy(
                _payee,
                _tokenAddress,
                _paymentReference,
                _feeAddress,
                _feeAmount,
                erc20FeeProxy
            )
        );
        emit ERC20SingleRequestProxyCreated(
            proxy,
            _payee,
            _tokenAddress,
            _paymentReference,
            _feeAddress,
            _feeAmount,
            erc20FeeProxy
        );
    }

    function createEthereumSingleRequestProxy(
        address _payee,
        bytes calldata _paymentReference,
        address _feeAddress,
        uint256 _feeAmount
    ) external returns (address proxy) {
        proxy = address(
            new EthereumSingleRequestProxy(_payee, _paymentReference, _feeAddress, _feeAmount, ethereumFeeProxy)
        );
        emit EthereumSingleRequestProxyCreated(
            proxy,
            _payee,
            _paymentReference,
            _feeAddress,
            _feeAmount,
            ethereumFeeProxy
        );
    }

    function setERC20FeeProxy(address _newERC20FeeProxy) external onlyOwner {
        erc20FeeProxy = _newERC20FeeProxy;
        emit ERC20FeeProxyUpdated(_newERC20FeeProxy);
    }

    function setEthereumFeeProxy(address _newEthereumFeeProxy) external onlyOwner {
        ethereumFeeProxy = _newEthereumFeeProxy;
        emit EthereumFeeProxyUpdated(_newEthereumFeeProxy);
    }
}
