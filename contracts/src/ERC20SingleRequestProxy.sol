// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {ERC20FeeProxy} from "./ERC20FeeProxy.sol";

/// @notice Deposit address of one request for a token. Anyone may forward what has arrived; it can only go to the payee.
contract ERC20SingleRequestProxy is ReentrancyGuard {
    using SafeERC20 for IERC20;

    address public immutable payee;
    address public immutable tokenAddress;
    address public immutable feeAddress;
    uint256 public immutable feeAmount;
    ERC20FeeProxy public immutable erc20FeeProxy;
    bytes public paymentReference;

    constructor(
        address _payee,
        address _tokenAddress,
        bytes memory _paymentReference,
        address _feeAddress,
        uint256 _feeAmount,
        address _erc20FeeProxy
    ) {
        payee = _payee;
        tokenAddress = _tokenAddress;
        paymentReference = _paymentReference;
        feeAddress = _feeAddress;
        feeAmount = _feeAmount;
        erc20FeeProxy = ERC20FeeProxy(_erc20FeeProxy);
    }

    /// @dev A transfer of nothing triggers the payment, for wallets that cannot call a function.
    receive() external payable {
        require(msg.value == 0, "ERC20SingleRequestProxy: native coin is not accepted");
        _forward();
    }

    function triggerERC20Payment() external {
        _forward();
    }

    /// @notice Sends a token that came here by mistake to the payee.
    function rescueERC20Funds(address _tokenAddress) external nonReentrant {
        require(_tokenAddress != tokenAddress, "ERC20SingleRequestProxy: use triggerERC20Payment");
        IERC20 token = IERC20(_tokenAddress);
        token.safeTransfer(payee, token.balanceOf(address(this)));
    }

    function _forward() private nonReentrant {
        IERC20 token = IERC20(tokenAddress);
        uint256 balance = token.balanceOf(address(this));
        uint256 fee = feeAddress == address(0) ? 0 : feeAmount;
        require(balance > fee, "ERC20SingleRequestProxy: nothing to pay");
        token.forceApprove(address(erc20FeeProxy), balance);
        erc20FeeProxy.transferFromWithReferenceAndFee(
            tokenAddress,
            payee,
            balance - fee,
            paymentReference,
            fee,
            feeAddress
        );
    }
}
