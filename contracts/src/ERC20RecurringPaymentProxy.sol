// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {ERC20FeeProxy} from "./ERC20FeeProxy.sol";

/// @notice Executes the instalments that a subscriber signed once, each when it is due and in order.
/// The schedule is its digest; the subscriber ends it by lowering the allowance, the owner by pausing.
contract ERC20RecurringPaymentProxy is EIP712, AccessControl, Ownable, Pausable, ReentrancyGuard {
    using SafeERC20 for IERC20;

    struct SchedulePermit {
        address subscriber;
        address token;
        address recipient;
        address feeAddress;
        uint128 amount;
        uint128 feeAmount;
        uint128 gasFee;
        uint32 periodSeconds;
        uint32 firstExec;
        uint8 totalExecutions;
        uint256 nonce;
        uint256 deadline;
    }

    error ERC20RecurringPaymentProxy__BadSignature();
    error ERC20RecurringPaymentProxy__SignatureExpired();
    /// @dev For clients of the wider variants. With a uint8 no index can be too large for the bitmap.
    error ERC20RecurringPaymentProxy__IndexTooLarge();
    error ERC20RecurringPaymentProxy__PaymentOutOfOrder();
    error ERC20RecurringPaymentProxy__IndexOutOfBounds();
    error ERC20RecurringPaymentProxy__NotDueYet();
    error ERC20RecurringPaymentProxy__AlreadyPaid();
    error ERC20RecurringPaymentProxy__ZeroAddress();

    bytes32 public constant RELAYER_ROLE = keccak256("RELAYER_ROLE");
    bytes32 private constant PERMIT_TYPEHASH =
        keccak256(
            "SchedulePermit(address subscriber,address token,address recipient,address feeAddress,uint128 amount,uint128 feeAmount,uint128 gasFee,uint32 periodSeconds,uint32 firstExec,uint8 totalExecutions,uint256 nonce,uint256 deadline)"
        );

    ERC20FeeProxy public erc20FeeProxy;
    /// @notice Bit `index` is set once that instalment is paid.
    mapping(bytes32 digest => uint256) public triggeredPaymentsBitmap;
    mapping(bytes32 digest => uint8) public lastPaymentIndex;

    constructor(
        address _owner,
        address _relayer,
        address _erc20FeeProxy
    ) EIP712("ERC20RecurringPaymentProxy", "1") Ownable(_owner) {
        if (_relayer == address(0) || _erc20FeeProxy == address(0)) revert ERC20RecurringPaymentProxy__ZeroAddress();
        erc20FeeProxy = ERC20FeeProxy(_erc20FeeProxy);
        // No account gets DEFAULT_ADMIN_ROLE: `setRelayer` is the only way to the role.
        _grantRole(RELAYER_ROLE, _relayer);
    }

    /// @param index 1 for the first instalment
    function triggerRecurringPayment(
        SchedulePermit calldata p,
        bytes calldata signature,
        uint8 index,
        bytes calldata paymentReference
    ) external whenNotPaused onlyRole(RELAYER_ROLE) nonReentrant {
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(PERMIT_TYPEHASH, p)));
        _check(p, digest, signature, index);
        triggeredPaymentsBitmap[digest] |= 1 << index;
        lastPaymentIndex[digest] = index;
        _execute(p, paymentReference);
    }

    function setRelayer(address oldRelayer, address newRelayer) external onlyOwner {
        if (newRelayer == address(0)) revert ERC20RecurringPaymentProxy__ZeroAddress();
        _revokeRole(RELAYER_ROLE, oldRelayer);
        _grantRole(RELAYER_ROLE, newRelayer);
    }

    function setFeeProxy(address newProxy) external onlyOwner {
        if (newProxy == address(0)) revert ERC20RecurringPaymentProxy__ZeroAddress();
        erc20FeeProxy = ERC20FeeProxy(newProxy);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function _check(SchedulePermit calldata p, bytes32 digest, bytes calldata signature, uint8 index) private view {
        (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecover(digest, signature);
        if (failure != ECDSA.RecoverError.NoError || signer != p.subscriber) {
            revert ERC20RecurringPaymentProxy__BadSignature();
        }
        if (block.timestamp > p.deadline) revert ERC20RecurringPaymentProxy__SignatureExpired();
        if (index != uint256(lastPaymentIndex[digest]) + 1) revert ERC20RecurringPaymentProxy__PaymentOutOfOrder();
        if (index > p.totalExecutions) revert ERC20RecurringPaymentProxy__IndexOutOfBounds();
        if (block.timestamp < p.firstExec + uint256(index - 1) * p.periodSeconds) {
            revert ERC20RecurringPaymentProxy__NotDueYet();
        }
        if (triggeredPaymentsBitmap[digest] & (1 << index) != 0) revert ERC20RecurringPaymentProxy__AlreadyPaid();
    }

    function _execute(SchedulePermit calldata p, bytes calldata paymentReference) private {
        // A fee without a receiver is not pulled by the fee proxy: collected here, it would stay here.
        uint256 fee = p.feeAddress == address(0) ? 0 : p.feeAmount;
        uint256 toProxy = uint256(p.amount) + fee;
        IERC20 token = IERC20(p.token);

        token.safeTransferFrom(p.subscriber, address(this), toProxy + p.gasFee);
        token.forceApprove(address(erc20FeeProxy), toProxy);
        erc20FeeProxy.transferFromWithReferenceAndFee(
            p.token,
            p.recipient,
            p.amount,
            paymentReference,
            fee,
            p.feeAddress
        );
        if (p.gasFee > 0) token.safeTransfer(msg.sender, p.gasFee);
    }
}
