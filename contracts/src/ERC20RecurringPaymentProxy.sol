// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {ERC20FeeProxy} from "./ERC20FeeProxy.sol";

/// @notice Executes the instalments of a schedule that a subscriber signed once: strictly in order, never before they
/// are due, each once, with the exact amount and to the recipient that was signed.
///
/// What each party can do:
/// - the subscriber ends a schedule for good with `cancel`, or lets somebody send a signed `cancelWithSignature`;
/// - the relayer triggers instalments that are due, and nothing else. The payment reference of an instalment follows
///   from the signed schedule, so a relayer cannot attach a payment to another request;
/// - the owner replaces the relayer and pauses. Nobody can change the fee proxy.
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

    struct Instalment {
        SchedulePermit permit;
        bytes signature;
        uint8 index;
        bytes paymentReference;
    }

    struct Progress {
        uint8 lastIndex;
        bool isCancelled;
    }

    error ERC20RecurringPaymentProxy__BadSignature();
    error ERC20RecurringPaymentProxy__SignatureExpired();
    /// @dev For clients of the wider variants. With a uint8 no index can be too large for the bitmap.
    error ERC20RecurringPaymentProxy__IndexTooLarge();
    error ERC20RecurringPaymentProxy__PaymentOutOfOrder();
    error ERC20RecurringPaymentProxy__IndexOutOfBounds();
    error ERC20RecurringPaymentProxy__NotDueYet();
    /// @dev For clients of the published contract. Here the order already excludes it.
    error ERC20RecurringPaymentProxy__AlreadyPaid();
    error ERC20RecurringPaymentProxy__ZeroAddress();
    error ERC20RecurringPaymentProxy__Cancelled();
    error ERC20RecurringPaymentProxy__NotSubscriber();
    error ERC20RecurringPaymentProxy__WrongReference();
    /// @dev The token took a fee, or moved something else than it was asked to.
    error ERC20RecurringPaymentProxy__InexactTransfer();
    error ERC20RecurringPaymentProxy__OnlySelf();
    error ERC20RecurringPaymentProxy__TooLittleGas();

    event InstalmentPaid(bytes32 indexed schedule, uint8 index);
    /// @param reason the first four bytes of what the instalment reverted with
    event InstalmentFailed(bytes32 indexed schedule, uint8 index, bytes4 reason);
    event ScheduleCancelled(bytes32 indexed schedule, address indexed subscriber);

    bytes32 public constant RELAYER_ROLE = keccak256("RELAYER_ROLE");
    bytes private constant PERMIT_TYPE =
        "SchedulePermit(address subscriber,address token,address recipient,address feeAddress,uint128 amount,uint128 feeAmount,uint128 gasFee,uint32 periodSeconds,uint32 firstExec,uint8 totalExecutions,uint256 nonce,uint256 deadline)";
    bytes32 private constant PERMIT_TYPEHASH = keccak256(PERMIT_TYPE);
    /// @dev Signed over the whole permit, so that a wallet shows what is cancelled and not only a hash.
    bytes32 private constant CANCEL_TYPEHASH =
        keccak256(abi.encodePacked("CancelSchedule(SchedulePermit permit)", PERMIT_TYPE));

    ERC20FeeProxy public immutable erc20FeeProxy;
    mapping(bytes32 schedule => Progress) private progress;

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

    /// @notice Pays one instalment, or reverts with the reason why it cannot be paid now.
    /// @param index 1 for the first instalment
    /// @param paymentReference has to be `referenceOf(schedule, index)`
    function triggerRecurringPayment(
        SchedulePermit calldata p,
        bytes calldata signature,
        uint8 index,
        bytes calldata paymentReference
    ) external whenNotPaused onlyRole(RELAYER_ROLE) nonReentrant {
        _trigger(p, signature, index, paymentReference, msg.sender);
    }

    /// @notice Pays several instalments. One that cannot be paid is announced by `InstalmentFailed` and stops no other.
    /// @param gasPerInstalment the most that one of them may use; a call that cannot give each of them so much reverts
    /// @return paid how many were paid
    function triggerRecurringPayments(
        Instalment[] calldata instalments,
        uint256 gasPerInstalment
    ) external whenNotPaused onlyRole(RELAYER_ROLE) nonReentrant returns (uint256 paid) {
        for (uint256 i = 0; i < instalments.length; i++) {
            // A call passes on at most 63 of 64 parts of the gas (EIP-150); the rest is for what follows it.
            if (gasleft() < (gasPerInstalment * 64) / 63 + 30_000) revert ERC20RecurringPaymentProxy__TooLittleGas();
            (bool isPaid, bytes4 reason) = _tryTrigger(instalments[i], gasPerInstalment);
            if (isPaid) {
                paid++;
            } else {
                emit InstalmentFailed(scheduleOf(instalments[i].permit), instalments[i].index, reason);
            }
        }
    }

    /// @dev One instalment of `triggerRecurringPayments`, in a call of its own so that it can fail alone.
    function triggerAsPartOfMany(Instalment calldata instalment, address relayer) external {
        if (msg.sender != address(this)) revert ERC20RecurringPaymentProxy__OnlySelf();
        _trigger(
            instalment.permit,
            instalment.signature,
            instalment.index,
            instalment.paymentReference,
            relayer
        );
    }

    /// @notice Ends a schedule for good, also one that was never triggered and also while the contract is paused.
    function cancel(SchedulePermit calldata p) external {
        if (msg.sender != p.subscriber) revert ERC20RecurringPaymentProxy__NotSubscriber();
        _cancel(p);
    }

    /// @notice The same with a signature of the subscriber over `CancelSchedule`, whoever pays the gas.
    function cancelWithSignature(SchedulePermit calldata p, bytes calldata signature) external {
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(CANCEL_TYPEHASH, _structHash(p))));
        if (!_isSignedBy(p.subscriber, digest, signature)) revert ERC20RecurringPaymentProxy__BadSignature();
        _cancel(p);
    }

    function setRelayer(address oldRelayer, address newRelayer) external onlyOwner {
        if (newRelayer == address(0)) revert ERC20RecurringPaymentProxy__ZeroAddress();
        _revokeRole(RELAYER_ROLE, oldRelayer);
        _grantRole(RELAYER_ROLE, newRelayer);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    /// @notice The identity of a schedule: the EIP-712 digest that its subscriber signed.
    function scheduleOf(SchedulePermit calldata p) public view returns (bytes32) {
        return _hashTypedDataV4(_structHash(p));
    }

    /// @notice The payment reference of an instalment, 8 bytes.
    function referenceOf(bytes32 schedule, uint8 index) public pure returns (bytes8) {
        return bytes8(keccak256(abi.encode(schedule, index)));
    }

    function lastPaymentIndex(bytes32 schedule) external view returns (uint8) {
        return progress[schedule].lastIndex;
    }

    /// @notice Bit `index` is set once that instalment is paid. Instalments are paid in order, so the last one says all.
    function triggeredPaymentsBitmap(bytes32 schedule) external view returns (uint256) {
        // After instalment 255 the shift leaves nothing, and all bits but bit 0 are set.
        unchecked {
            return (uint256(2) << progress[schedule].lastIndex) - 2;
        }
    }

    function isCancelled(bytes32 schedule) external view returns (bool) {
        return progress[schedule].isCancelled;
    }

    function _trigger(
        SchedulePermit calldata p,
        bytes calldata signature,
        uint8 index,
        bytes calldata paymentReference,
        address relayer
    ) private {
        bytes32 schedule = scheduleOf(p);
        Progress memory current = progress[schedule];
        if (!_isSignedBy(p.subscriber, schedule, signature)) revert ERC20RecurringPaymentProxy__BadSignature();
        if (current.isCancelled) revert ERC20RecurringPaymentProxy__Cancelled();
        if (block.timestamp > p.deadline) revert ERC20RecurringPaymentProxy__SignatureExpired();
        if (index != uint256(current.lastIndex) + 1) revert ERC20RecurringPaymentProxy__PaymentOutOfOrder();
        if (index > p.totalExecutions) revert ERC20RecurringPaymentProxy__IndexOutOfBounds();
        if (block.timestamp < p.firstExec + uint256(index - 1) * p.periodSeconds) {
            revert ERC20RecurringPaymentProxy__NotDueYet();
        }
        if (keccak256(paymentReference) != keccak256(abi.encodePacked(referenceOf(schedule, index)))) {
            revert ERC20RecurringPaymentProxy__WrongReference();
        }
        progress[schedule].lastIndex = index;
        _pay(p, paymentReference, relayer);
        emit InstalmentPaid(schedule, index);
    }

    function _pay(SchedulePermit calldata p, bytes calldata paymentReference, address relayer) private {
        IERC20 token = IERC20(p.token);
        uint256 heldBefore = token.balanceOf(address(this));
        uint256 recipientBefore = token.balanceOf(p.recipient);
        _move(p, paymentReference, relayer);
        if (
            token.balanceOf(address(this)) != heldBefore || token.balanceOf(p.recipient) < recipientBefore + p.amount
        ) revert ERC20RecurringPaymentProxy__InexactTransfer();
    }

    function _move(SchedulePermit calldata p, bytes calldata paymentReference, address relayer) private {
        // A fee without a receiver is not pulled by the fee proxy: collected here, it would stay here.
        uint256 fee = p.feeAddress == address(0) ? 0 : p.feeAmount;
        uint256 toProxy = uint256(p.amount) + fee;
        IERC20 token = IERC20(p.token);

        token.safeTransferFrom(p.subscriber, address(this), toProxy + p.gasFee);
        // The fee proxy pulls from its caller only, and this contract holds nothing between two instalments. So the
        // permission can stay, which saves two writes for each instalment.
        if (token.allowance(address(this), address(erc20FeeProxy)) < toProxy) {
            token.forceApprove(address(erc20FeeProxy), type(uint256).max);
        }
        erc20FeeProxy.transferFromWithReferenceAndFee(
            p.token,
            p.recipient,
            p.amount,
            paymentReference,
            fee,
            p.feeAddress
        );
        if (p.gasFee > 0) token.safeTransfer(relayer, p.gasFee);
    }

    /// @dev Copies no more of the answer than its first word, whatever a hostile token reverts with.
    function _tryTrigger(
        Instalment calldata instalment,
        uint256 gasLimit
    ) private returns (bool isPaid, bytes4 reason) {
        bytes memory data = abi.encodeCall(this.triggerAsPartOfMany, (instalment, msg.sender));
        assembly ("memory-safe") {
            mstore(0, 0)
            isPaid := call(gasLimit, address(), 0, add(data, 0x20), mload(data), 0, 4)
            reason := mload(0)
        }
    }

    function _cancel(SchedulePermit calldata p) private {
        bytes32 schedule = scheduleOf(p);
        if (progress[schedule].isCancelled) return;
        progress[schedule].isCancelled = true;
        emit ScheduleCancelled(schedule, p.subscriber);
    }

    /// @dev A key's own signature counts first: an account that delegates to code (EIP-7702) may not know ERC-1271.
    function _isSignedBy(address subscriber, bytes32 digest, bytes calldata signature) private view returns (bool) {
        (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecover(digest, signature);
        if (failure == ECDSA.RecoverError.NoError && signer == subscriber) return true;
        (bool ok, bytes memory answer) = subscriber.staticcall(
            abi.encodeCall(IERC1271.isValidSignature, (digest, signature))
        );
        // An account without code answers nothing.
        return
            ok &&
            answer.length == 32 &&
            abi.decode(answer, (bytes32)) == bytes32(IERC1271.isValidSignature.selector);
    }

    function _structHash(SchedulePermit calldata p) private pure returns (bytes32) {
        return keccak256(abi.encode(PERMIT_TYPEHASH, p));
    }
}
