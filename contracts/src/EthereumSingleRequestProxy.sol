// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {EthereumFeeProxy} from "./EthereumFeeProxy.sol";

/// @notice Deposit address of one request for native coin. What arrives goes to the payee in the same transaction.
contract EthereumSingleRequestProxy is ReentrancyGuard {
    using SafeERC20 for IERC20;

    address payable public immutable payee;
    address payable public immutable feeAddress;
    uint256 public immutable feeAmount;
    EthereumFeeProxy public immutable ethereumFeeProxy;
    bytes public paymentReference;

    constructor(
        address _payee,
        bytes memory _paymentReference,
        address _feeAddress,
        uint256 _feeAmount,
        address _ethereumFeeProxy
    ) {
        payee = payable(_payee);
        paymentReference = _paymentReference;
        feeAddress = payable(_feeAddress);
        feeAmount = _feeAmount;
        ethereumFeeProxy = EthereumFeeProxy(_ethereumFeeProxy);
    }

    receive() external payable nonReentrant {
        uint256 fee = feeAddress == address(0) ? 0 : feeAmount;
        require(msg.value > fee, "EthereumSingleRequestProxy: nothing to pay");
        ethereumFeeProxy.transferWithReferenceAndFee{value: msg.value}(payee, paymentReference, fee, feeAddress);
    }

    /// @notice Sends a token that came here by mistake to the payee.
    function rescueERC20Funds(address _tokenAddress) external nonReentrant {
        IERC20 token = IERC20(_tokenAddress);
        token.safeTransfer(payee, token.balanceOf(address(this)));
    }
}
