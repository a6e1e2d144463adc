// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {MessageReceiver, RelayData, SlowFill, RefundLeaf} from "./SpokePoolTypes.sol";

/// @notice Stands in for the Across SpokePool on local chains, by its published ABI: deposits, fills, slow fills and
/// refunds. Where the real one checks a proof against a root, the owner's word counts. Its arguments have no names
/// where they are read as one struct: the compiler has no room for as many on the stack.
contract SpokePool is Ownable {
    using SafeERC20 for IERC20;

    struct Deposit {
        bytes32 depositor;
        bytes32 recipient;
        bytes32 inputToken;
        bytes32 outputToken;
        uint256 inputAmount;
        uint256 outputAmount;
        uint256 destinationChainId;
        bytes32 exclusiveRelayer;
        uint32 quoteTimestamp;
        uint32 fillDeadline;
        uint32 exclusivityParameter;
        bytes message;
    }

    struct DepositNow {
        bytes32 depositor;
        bytes32 recipient;
        bytes32 inputToken;
        bytes32 outputToken;
        uint256 inputAmount;
        uint256 outputAmount;
        uint256 destinationChainId;
        bytes32 exclusiveRelayer;
        uint32 fillDeadlineOffset;
        uint32 exclusivityParameter;
        bytes message;
    }

    struct UnsafeDeposit {
        bytes32 depositor;
        bytes32 recipient;
        bytes32 inputToken;
        bytes32 outputToken;
        uint256 inputAmount;
        uint256 outputAmount;
        uint256 destinationChainId;
        bytes32 exclusiveRelayer;
        uint256 depositNonce;
        uint32 quoteTimestamp;
        uint32 fillDeadline;
        uint32 exclusivityParameter;
        bytes message;
    }

    /// @dev The words of the events that are not indexed, in their order. A static struct is encoded in place.
    struct DepositedWords {
        bytes32 inputToken;
        bytes32 outputToken;
        uint256 inputAmount;
        uint256 outputAmount;
        uint32 quoteTimestamp;
        uint32 fillDeadline;
        uint32 exclusivityDeadline;
        bytes32 recipient;
        bytes32 exclusiveRelayer;
    }

    struct FilledWords {
        bytes32 inputToken;
        bytes32 outputToken;
        uint256 inputAmount;
        uint256 outputAmount;
        uint256 repaymentChainId;
        uint32 fillDeadline;
        uint32 exclusivityDeadline;
        bytes32 exclusiveRelayer;
        bytes32 depositor;
        bytes32 recipient;
        bytes32 messageHash;
        V3RelayExecutionEventInfo execution;
    }

    struct V3RelayExecutionEventInfo {
        bytes32 updatedRecipient;
        bytes32 updatedMessageHash;
        uint256 updatedOutputAmount;
        uint8 fillType;
    }

    event FundsDeposited(
        bytes32 inputToken,
        bytes32 outputToken,
        uint256 inputAmount,
        uint256 outputAmount,
        uint256 indexed destinationChainId,
        uint256 indexed depositId,
        uint32 quoteTimestamp,
        uint32 fillDeadline,
        uint32 exclusivityDeadline,
        bytes32 indexed depositor,
        bytes32 recipient,
        bytes32 exclusiveRelayer,
        bytes message
    );
    event FilledRelay(
        bytes32 inputToken,
        bytes32 outputToken,
        uint256 inputAmount,
        uint256 outputAmount,
        uint256 repaymentChainId,
        uint256 indexed originChainId,
        uint256 indexed depositId,
        uint32 fillDeadline,
        uint32 exclusivityDeadline,
        bytes32 exclusiveRelayer,
        bytes32 indexed relayer,
        bytes32 depositor,
        bytes32 recipient,
        bytes32 messageHash,
        V3RelayExecutionEventInfo relayExecutionInfo
    );
    event ExecutedRelayerRefundRoot(
        uint256 amountToReturn,
        uint256 indexed chainId,
        uint256[] refundAmounts,
        uint32 indexed rootBundleId,
        uint32 indexed leafId,
        address l2TokenAddress,
        address[] refundAddresses,
        bool deferredRefunds,
        address caller
    );

    error InvalidQuoteTimestamp();
    error InvalidFillDeadline();
    error InvalidExclusiveRelayer();
    error InvalidOutputToken();
    error MsgValueDoesNotMatchInputAmount();
    error NotExclusiveRelayer();
    error ExpiredFillDeadline();
    error RelayFilled();
    error InvalidSlowFillRequest();
    error DepositsArePaused();
    error UnknownFunction();

    uint8 private constant FAST = 0;
    uint8 private constant REPLACED_SLOW = 1;
    uint8 private constant SLOW = 2;
    uint256 private constant REQUESTED = 1;
    uint256 private constant FILLED = 2;
    uint32 private constant MAX_EXCLUSIVITY_OFFSET = 31_536_000;

    bytes4 private constant UNSAFE_DEPOSIT = bytes4(
        keccak256(
            "unsafeDeposit(bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint256,uint32,uint32,uint32,bytes)"
        )
    );

    uint32 public constant depositQuoteTimeBuffer = 3_600;
    uint32 public constant fillDeadlineBuffer = 21_600;

    uint32 public numberOfDeposits;
    bool public pausedDeposits;
    mapping(bytes32 relayHash => uint256) public fillStatuses;

    constructor(address _owner) Ownable(_owner) {}

    function pauseDeposits(bool pause) external onlyOwner {
        pausedDeposits = pause;
    }

    function depositV3(
        address,
        address,
        address,
        address,
        uint256,
        uint256,
        uint256,
        address,
        uint32,
        uint32,
        uint32,
        bytes memory
    ) external payable {
        _deposit(_arguments(), numberOfDeposits++);
    }

    function deposit(
        bytes32,
        bytes32,
        bytes32,
        bytes32,
        uint256,
        uint256,
        uint256,
        bytes32,
        uint32,
        uint32,
        uint32,
        bytes memory
    ) external payable {
        _deposit(_arguments(), numberOfDeposits++);
    }

    function depositV3Now(
        address,
        address,
        address,
        address,
        uint256,
        uint256,
        uint256,
        address,
        uint32,
        uint32,
        bytes memory
    ) external payable {
        DepositNow memory now_ = abi.decode(bytes.concat(bytes32(uint256(32)), msg.data[4:]), (DepositNow));
        Deposit memory params;
        params.depositor = now_.depositor;
        params.recipient = now_.recipient;
        params.inputToken = now_.inputToken;
        params.outputToken = now_.outputToken;
        params.inputAmount = now_.inputAmount;
        params.outputAmount = now_.outputAmount;
        params.destinationChainId = now_.destinationChainId;
        params.exclusiveRelayer = now_.exclusiveRelayer;
        params.quoteTimestamp = uint32(block.timestamp);
        params.fillDeadline = uint32(block.timestamp) + now_.fillDeadlineOffset;
        params.exclusivityParameter = now_.exclusivityParameter;
        params.message = now_.message;
        _deposit(params, numberOfDeposits++);
    }

    /// @notice `unsafeDeposit`, whose thirteen arguments the compiler has no room for: a deposit whose ID is known before
    /// it is made, and which the same caller can give to several deposits.
    fallback() external {
        if (msg.sig != UNSAFE_DEPOSIT) revert UnknownFunction();
        UnsafeDeposit memory unsafe =
            abi.decode(bytes.concat(bytes32(uint256(32)), msg.data[4:]), (UnsafeDeposit));
        Deposit memory params;
        params.depositor = unsafe.depositor;
        params.recipient = unsafe.recipient;
        params.inputToken = unsafe.inputToken;
        params.outputToken = unsafe.outputToken;
        params.inputAmount = unsafe.inputAmount;
        params.outputAmount = unsafe.outputAmount;
        params.destinationChainId = unsafe.destinationChainId;
        params.exclusiveRelayer = unsafe.exclusiveRelayer;
        params.quoteTimestamp = unsafe.quoteTimestamp;
        params.fillDeadline = unsafe.fillDeadline;
        params.exclusivityParameter = unsafe.exclusivityParameter;
        params.message = unsafe.message;
        _deposit(params, getUnsafeDepositId(msg.sender, unsafe.depositor, unsafe.depositNonce));
    }

    function getUnsafeDepositId(address msgSender, bytes32 depositor, uint256 depositNonce)
        public
        pure
        returns (uint256)
    {
        return uint256(keccak256(abi.encodePacked(msgSender, depositor, depositNonce)));
    }

    function fillRelay(RelayData calldata relay, uint256 repaymentChainId, bytes32 repaymentAddress) external {
        if (
            relay.exclusivityDeadline >= block.timestamp && relay.exclusiveRelayer != bytes32(0)
                && _address(relay.exclusiveRelayer) != msg.sender
        ) revert NotExclusiveRelayer();
        uint8 fillType = fillStatuses[getV3RelayHash(relay)] == REQUESTED ? REPLACED_SLOW : FAST;
        _fill(relay, repaymentChainId, repaymentAddress, relay.outputAmount, fillType);
    }

    /// @notice Asks the pool itself to fill what no relayer has filled.
    function requestSlowFill(RelayData calldata relay) external {
        bytes32 relayHash = getV3RelayHash(relay);
        if (relay.fillDeadline < block.timestamp) revert ExpiredFillDeadline();
        if (fillStatuses[relayHash] != 0) revert InvalidSlowFillRequest();
        fillStatuses[relayHash] = REQUESTED;
    }

    /// @notice The pool fills what was requested, without the relayer's fee: more may arrive than was asked for.
    function executeSlowRelayLeaf(SlowFill calldata leaf, uint32, bytes32[] calldata) external onlyOwner {
        if (fillStatuses[getV3RelayHash(leaf.relayData)] != REQUESTED) revert InvalidSlowFillRequest();
        _fill(leaf.relayData, 0, bytes32(0), leaf.updatedOutputAmount, SLOW);
    }

    /// @notice Gives deposits back that nobody filled. The transfers are all that depositors see of it.
    function executeRelayerRefundLeaf(uint32 rootBundleId, RefundLeaf calldata leaf, bytes32[] calldata)
        external
        onlyOwner
    {
        for (uint256 i; i < leaf.refundAmounts.length; ++i) {
            IERC20(leaf.l2TokenAddress).safeTransfer(leaf.refundAddresses[i], leaf.refundAmounts[i]);
        }
        emit ExecutedRelayerRefundRoot(
            leaf.amountToReturn,
            leaf.chainId,
            leaf.refundAmounts,
            rootBundleId,
            leaf.leafId,
            leaf.l2TokenAddress,
            leaf.refundAddresses,
            false,
            msg.sender
        );
    }

    function getCurrentTime() external view returns (uint256) {
        return block.timestamp;
    }

    function getV3RelayHash(RelayData calldata relay) public view returns (bytes32) {
        return keccak256(abi.encode(relay, block.chainid));
    }

    /// @dev The arguments of a call are encoded as a struct of them is, behind the word that says where it starts.
    function _arguments() private pure returns (Deposit memory) {
        return abi.decode(bytes.concat(bytes32(uint256(32)), msg.data[4:]), (Deposit));
    }

    function _deposit(Deposit memory params, uint256 depositId) private {
        if (pausedDeposits) revert DepositsArePaused();
        if (params.outputToken == bytes32(0)) revert InvalidOutputToken();
        if (msg.value != 0) revert MsgValueDoesNotMatchInputAmount();
        if (
            params.quoteTimestamp > block.timestamp
                || params.quoteTimestamp + depositQuoteTimeBuffer < block.timestamp
        ) revert InvalidQuoteTimestamp();
        if (params.fillDeadline > block.timestamp + fillDeadlineBuffer) revert InvalidFillDeadline();
        DepositedWords memory words;
        words.inputToken = params.inputToken;
        words.outputToken = params.outputToken;
        words.inputAmount = params.inputAmount;
        words.outputAmount = params.outputAmount;
        words.quoteTimestamp = params.quoteTimestamp;
        words.fillDeadline = params.fillDeadline;
        words.exclusivityDeadline = _exclusivityDeadline(params);
        words.recipient = params.recipient;
        words.exclusiveRelayer = params.exclusiveRelayer;
        IERC20(_address(params.inputToken)).safeTransferFrom(msg.sender, address(this), params.inputAmount);
        _log(
            FundsDeposited.selector,
            bytes32(params.destinationChainId),
            bytes32(depositId),
            params.depositor,
            abi.encode(words, params.message)
        );
    }

    function _exclusivityDeadline(Deposit memory params) private view returns (uint32) {
        if (params.exclusivityParameter == 0) return 0;
        if (params.exclusiveRelayer == bytes32(0)) revert InvalidExclusiveRelayer();
        bool isOffset = params.exclusivityParameter <= MAX_EXCLUSIVITY_OFFSET;
        return params.exclusivityParameter + (isOffset ? uint32(block.timestamp) : 0);
    }

    function _fill(
        RelayData calldata relay,
        uint256 repaymentChainId,
        bytes32 relayer,
        uint256 outputAmount,
        uint8 fillType
    ) private {
        bytes32 relayHash = getV3RelayHash(relay);
        if (relay.fillDeadline < block.timestamp) revert ExpiredFillDeadline();
        if (fillStatuses[relayHash] == FILLED) revert RelayFilled();
        fillStatuses[relayHash] = FILLED;
        FilledWords memory words;
        words.inputToken = relay.inputToken;
        words.outputToken = relay.outputToken;
        words.inputAmount = relay.inputAmount;
        words.outputAmount = relay.outputAmount;
        words.repaymentChainId = repaymentChainId;
        words.fillDeadline = relay.fillDeadline;
        words.exclusivityDeadline = relay.exclusivityDeadline;
        words.exclusiveRelayer = relay.exclusiveRelayer;
        words.depositor = relay.depositor;
        words.recipient = relay.recipient;
        words.messageHash = relay.message.length == 0 ? bytes32(0) : keccak256(relay.message);
        words.execution.updatedRecipient = relay.recipient;
        words.execution.updatedMessageHash = words.messageHash;
        words.execution.updatedOutputAmount = outputAmount;
        words.execution.fillType = fillType;
        _log(
            FilledRelay.selector,
            bytes32(relay.originChainId),
            bytes32(relay.depositId),
            relayer,
            abi.encode(words)
        );
        _deliver(relay, outputAmount, fillType == SLOW);
    }

    function _deliver(RelayData calldata relay, uint256 amount, bool isFromPool) private {
        IERC20 token = IERC20(_address(relay.outputToken));
        address recipient = _address(relay.recipient);
        if (isFromPool) token.safeTransfer(recipient, amount);
        else token.safeTransferFrom(msg.sender, recipient, amount);
        if (relay.message.length > 0 && recipient.code.length > 0) {
            MessageReceiver(recipient).handleV3AcrossMessage(address(token), amount, msg.sender, relay.message);
        }
    }

    function _address(bytes32 word) private pure returns (address) {
        return address(uint160(uint256(word)));
    }

    function _log(bytes32 topic0, bytes32 topic1, bytes32 topic2, bytes32 topic3, bytes memory data) private {
        assembly ("memory-safe") {
            log4(add(data, 32), mload(data), topic0, topic1, topic2, topic3)
        }
    }
}
