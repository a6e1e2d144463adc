/**
 * The calls and events the server knows, as typed ABIs. They name the public deployments and our own contracts
 * alike: `artifacts.test.ts` and `contracts.test.ts` hold both to these strings. Marked as pure, so that a browser
 * gets those it uses only. Those of conversion, of deposit addresses and of the sanctions list are for tests of our
 * contracts; the server knows these by their topics and selectors.
 */
import { parseAbi } from "viem";

/** Token payments on EVM and Tron. The indexed reference arrives as its keccak256, not as the 8 bytes. */
export const erc20FeeProxyAbi = /* @__PURE__ */ parseAbi([
  "function transferFromWithReferenceAndFee(address _tokenAddress, address _to, uint256 _amount, bytes _paymentReference, uint256 _feeAmount, address _feeAddress)",
  "event TransferWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)",
]);

/** Native payments. The first form pays `msg.value - _feeAmount`, the second an exact amount and returns the change. */
export const ethereumFeeProxyAbi = /* @__PURE__ */ parseAbi([
  "function transferWithReferenceAndFee(address _to, bytes _paymentReference, uint256 _feeAmount, address _feeAddress) payable",
  "function transferExactEthWithReferenceAndFee(address _to, uint256 _amount, bytes _paymentReference, uint256 _feeAmount, address _feeAddress) payable",
  "event TransferWithReferenceAndFee(address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)",
]);

/** Token payments priced in another currency. Both events carry the address of the conversion proxy, fee event first. */
export const erc20ConversionProxyAbi = /* @__PURE__ */ parseAbi([
  "function transferFromWithReferenceAndFee(address _to, uint256 _requestAmount, address[] _path, bytes _paymentReference, uint256 _feeAmount, address _feeAddress, uint256 _maxToSpend, uint256 _maxRateTimespan)",
  "function chainlinkConversionPath() view returns (address)",
  "function paymentProxy() view returns (address)",
  "event TransferWithConversionAndReference(uint256 amount, address currency, bytes indexed paymentReference, uint256 feeAmount, uint256 maxRateTimespan)",
  "event TransferWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)",
]);

/** Native payments priced in another currency. Both events carry the address of the conversion proxy, fee event first. */
export const ethConversionProxyAbi = /* @__PURE__ */ parseAbi([
  "function transferWithReferenceAndFee(address _to, uint256 _requestAmount, address[] _path, bytes _paymentReference, uint256 _feeAmount, address _feeAddress, uint256 _maxRateTimespan) payable",
  "function chainlinkConversionPath() view returns (address)",
  "function nativeTokenHash() view returns (address)",
  "function paymentProxy() view returns (address)",
  "event TransferWithConversionAndReference(uint256 amount, address currency, bytes indexed paymentReference, uint256 feeAmount, uint256 maxRateTimespan)",
  "event TransferWithReferenceAndFee(address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)",
]);

/** Rates along a path of currency hashes. */
export const conversionPathAbi = /* @__PURE__ */ parseAbi([
  "function getRate(address[] _path) view returns (uint256 rate, uint256 oldestRateTimestamp, uint256 decimals)",
  "function getConversion(uint256 _amountIn, address[] _path) view returns (uint256 result, uint256 oldestRateTimestamp)",
  "function allAggregators(address input, address output) view returns (address)",
  "function updateAggregator(address _input, address _output, address _aggregator)",
  "function nativeTokenHash() view returns (address)",
  "event AggregatorUpdated(address _input, address _output, address _aggregator)",
]);

/** Many payments in one transaction, all or nothing. The events come from the fee proxies. */
export const batchAbi = /* @__PURE__ */ parseAbi([
  "struct RequestDetail { address recipient; uint256 requestAmount; address[] path; bytes paymentReference; uint256 feeAmount; uint256 maxToSpend; uint256 maxRateTimespan; }",
  "struct MetaDetail { uint256 paymentNetworkId; RequestDetail[] requestDetails; }",
  "function batchPayments(MetaDetail[] metaDetails, address[][] pathsToUSD, address feeAddress) payable",
  "function batchERC20Payments(RequestDetail[] requestDetails, address[][] pathsToUSD, address feeAddress) returns (uint256)",
  "function batchMultiERC20Payments(RequestDetail[] requestDetails, address[][] pathsToUSD, address feeAddress) returns (uint256)",
  "function batchNativePayments(RequestDetail[] requestDetails, bool skipFeeUSDLimit, address feeAddress) payable returns (uint256)",
  "function batchMultiERC20ConversionPayments(RequestDetail[] requestDetails, address[][] pathsToUSD, address feeAddress) returns (uint256)",
  "function batchNativeConversionPayments(RequestDetail[] requestDetails, bool skipFeeUSDLimit, address feeAddress) payable returns (uint256)",
  "function batchFee() view returns (uint16)",
  "function batchFeeAmountUSDLimit() view returns (uint64)",
]);

/** Batches on Tron. Emits nothing itself; the events come from the fee proxy. */
export const erc20BatchAbi = /* @__PURE__ */ parseAbi([
  "function batchERC20PaymentsWithReference(address _tokenAddress, address[] _recipients, uint256[] _amounts, bytes[] _paymentReferences, uint256[] _feeAmounts, address _feeAddress)",
  "function batchERC20PaymentsMultiTokensWithReference(address[] _tokenAddresses, address[] _recipients, uint256[] _amounts, bytes[] _paymentReferences, uint256[] _feeAmounts, address _feeAddress)",
]);

/** A Chainlink price feed; the last three are of its aggregator, where it has bounds. */
export const aggregatorAbi = /* @__PURE__ */ parseAbi([
  "function decimals() view returns (uint8)",
  "function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)",
  "function getRoundData(uint80 _roundId) view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)",
  "function aggregator() view returns (address)",
  "function minAnswer() view returns (int192)",
  "function maxAnswer() view returns (int192)",
]);

/** Instalments under one signed permit, variant A of 12 fields. The signed type is `SchedulePermit`. */
export const recurringAbi = /* @__PURE__ */ parseAbi([
  "struct SchedulePermit { address subscriber; address token; address recipient; address feeAddress; uint128 amount; uint128 feeAmount; uint128 gasFee; uint32 periodSeconds; uint32 firstExec; uint8 totalExecutions; uint256 nonce; uint256 deadline; }",
  "struct Instalment { SchedulePermit permit; bytes signature; uint8 index; bytes paymentReference; }",
  "function triggerRecurringPayment(SchedulePermit p, bytes signature, uint8 index, bytes paymentReference)",
  "function triggerRecurringPayments(Instalment[] instalments, uint256 gasPerInstalment) returns (uint256 paid)",
  "function cancel(SchedulePermit p)",
  "function cancelWithSignature(SchedulePermit p, bytes signature)",
  "function scheduleOf(SchedulePermit p) view returns (bytes32)",
  "function referenceOf(bytes32 schedule, uint8 index) pure returns (bytes8)",
  "function triggeredPaymentsBitmap(bytes32 schedule) view returns (uint256)",
  "function lastPaymentIndex(bytes32 schedule) view returns (uint8)",
  "function isCancelled(bytes32 schedule) view returns (bool)",
  "function hasRole(bytes32 role, address account) view returns (bool)",
  "function RELAYER_ROLE() view returns (bytes32)",
  "function erc20FeeProxy() view returns (address)",
  "function owner() view returns (address)",
  "function paused() view returns (bool)",
  "function setRelayer(address oldRelayer, address newRelayer)",
  "function pause()",
  "function unpause()",
  "error ERC20RecurringPaymentProxy__BadSignature()",
  "error ERC20RecurringPaymentProxy__SignatureExpired()",
  "error ERC20RecurringPaymentProxy__IndexTooLarge()",
  "error ERC20RecurringPaymentProxy__PaymentOutOfOrder()",
  "error ERC20RecurringPaymentProxy__IndexOutOfBounds()",
  "error ERC20RecurringPaymentProxy__NotDueYet()",
  "error ERC20RecurringPaymentProxy__AlreadyPaid()",
  "error ERC20RecurringPaymentProxy__ZeroAddress()",
  "error ERC20RecurringPaymentProxy__Cancelled()",
  "error ERC20RecurringPaymentProxy__NotSubscriber()",
  "error ERC20RecurringPaymentProxy__WrongReference()",
  "error ERC20RecurringPaymentProxy__InexactTransfer()",
  "error ERC20RecurringPaymentProxy__OnlySelf()",
  "error ERC20RecurringPaymentProxy__TooLittleGas()",
  "event InstalmentPaid(bytes32 indexed schedule, uint8 index)",
  "event InstalmentFailed(bytes32 indexed schedule, uint8 index, bytes4 reason)",
  "event ScheduleCancelled(bytes32 indexed schedule, address indexed subscriber)",
  "error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)",
  "error EnforcedPause()",
]);

/** ERC-20 with EIP-2612 permit and EIP-5267 domain, as far as tokens have them. Encode with it; decode results with care: some tokens return nothing. */
export const erc20Abi = /* @__PURE__ */ parseAbi([
  "function name() view returns (string)",
  "function symbol() view returns (string)",
  "function decimals() view returns (uint8)",
  "function version() view returns (string)",
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address account) view returns (uint256)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function approve(address spender, uint256 amount) returns (bool)",
  "function transfer(address to, uint256 amount) returns (bool)",
  "function transferFrom(address from, address to, uint256 amount) returns (bool)",
  "function nonces(address owner) view returns (uint256)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)",
  "function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
  "event Approval(address indexed owner, address indexed spender, uint256 value)",
]);

/** Sanctions list on chain. */
export const sanctionsOracleAbi = /* @__PURE__ */ parseAbi([
  "function isSanctioned(address addr) view returns (bool)",
]);

/** Several reads in one call. */
export const multicall3Abi = /* @__PURE__ */ parseAbi([
  "struct Call3 { address target; bool allowFailure; bytes callData; }",
  "struct Result { bool success; bytes returnData; }",
  "function aggregate3(Call3[] calls) payable returns (Result[] returnData)",
  "function getEthBalance(address addr) view returns (uint256 balance)",
]);

/** Deposit address per request, for payers that can only send a plain transfer. */
export const singleRequestProxyFactoryAbi = /* @__PURE__ */ parseAbi([
  "function createERC20SingleRequestProxy(address _payee, address _tokenAddress, bytes _paymentReference, address _feeAddress, uint256 _feeAmount) returns (address)",
  "function createEthereumSingleRequestProxy(address _payee, bytes _paymentReference, address _feeAddress, uint256 _feeAmount) returns (address)",
  "event ERC20SingleRequestProxyCreated(address proxyAddress, address payee, address tokenAddress, bytes indexed paymentReference, address feeAddress, uint256 feeAmount, address feeProxyUsed)",
  "event EthereumSingleRequestProxyCreated(address proxyAddress, address payee, bytes indexed paymentReference, address feeAddress, uint256 feeAmount, address feeProxyUsed)",
]);

const DEPOSIT_TERMS =
  "struct DepositTerms { uint64 homeChainId; address payee; address token; address feeProxy; bytes8 paymentReference; uint128 amount; address feeReceiver; uint128 feeAmount; address legReceiver; uint128 legAmount; bytes8 legReference; }";

/** Makes the deposit address of a request, and forwards what is there (docs/decisions/deposit-addresses.md). */
export const depositFactoryAbi = /* @__PURE__ */ parseAbi([
  DEPOSIT_TERMS,
  "function addressOf(DepositTerms terms) view returns (address)",
  "function deploy(DepositTerms terms) returns (address)",
  "function collect(DepositTerms terms)",
  "function collectMany(DepositTerms[] many)",
  "function rescue(DepositTerms terms, address asset)",
  "event NotCollected(address account)",
]);

/** One deposit address, once it is deployed. */
export const depositAccountAbi = /* @__PURE__ */ parseAbi([
  DEPOSIT_TERMS,
  "function terms() view returns (DepositTerms)",
  "function accounted() view returns (uint128)",
  "function leftFee() view returns (uint128)",
  "function leftLeg() view returns (uint128)",
  "function collect()",
  "function payLeftFees()",
  "function rescue(address asset)",
  "event FeeLeft(address receiver, uint256 amount)",
]);

/**
 * Across' pool of one chain (providers.md §2.1): deposits of payers, fills of relayers, refunds. Addresses are words of
 * 32 bytes there, but for the older `depositV3`.
 */
export const spokePoolAbi = /* @__PURE__ */ parseAbi([
  "struct V3RelayData { bytes32 depositor; bytes32 recipient; bytes32 exclusiveRelayer; bytes32 inputToken; bytes32 outputToken; uint256 inputAmount; uint256 outputAmount; uint256 originChainId; uint256 depositId; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }",
  "struct V3SlowFill { V3RelayData relayData; uint256 chainId; uint256 updatedOutputAmount; }",
  "struct V3RelayExecutionEventInfo { bytes32 updatedRecipient; bytes32 updatedMessageHash; uint256 updatedOutputAmount; uint8 fillType; }",
  "struct RelayerRefundLeaf { uint256 amountToReturn; uint256 chainId; uint256[] refundAmounts; uint32 leafId; address l2TokenAddress; address[] refundAddresses; }",
  "function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable",
  "function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable",
  "function depositV3Now(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 fillDeadlineOffset, uint32 exclusivityParameter, bytes message) payable",
  "function fillRelay(V3RelayData relayData, uint256 repaymentChainId, bytes32 repaymentAddress)",
  "function requestSlowFill(V3RelayData relayData)",
  "function executeSlowRelayLeaf(V3SlowFill slowFillLeaf, uint32 rootBundleId, bytes32[] proof)",
  "function executeRelayerRefundLeaf(uint32 rootBundleId, RelayerRefundLeaf relayerRefundLeaf, bytes32[] proof)",
  "function getCurrentTime() view returns (uint256)",
  "function numberOfDeposits() view returns (uint32)",
  "function depositQuoteTimeBuffer() view returns (uint32)",
  "function fillDeadlineBuffer() view returns (uint32)",
  "function getV3RelayHash(V3RelayData relayData) view returns (bytes32)",
  "function fillStatuses(bytes32 relayHash) view returns (uint256)",
  "function pausedDeposits() view returns (bool)",
  "event FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint256 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 indexed depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes message)",
  "event FilledRelay(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 repaymentChainId, uint256 indexed originChainId, uint256 indexed depositId, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 exclusiveRelayer, bytes32 indexed relayer, bytes32 depositor, bytes32 recipient, bytes32 messageHash, V3RelayExecutionEventInfo relayExecutionInfo)",
  "event ExecutedRelayerRefundRoot(uint256 amountToReturn, uint256 indexed chainId, uint256[] refundAmounts, uint32 indexed rootBundleId, uint32 indexed leafId, address l2TokenAddress, address[] refundAddresses, bool deferredRefunds, address caller)",
  "function getUnsafeDepositId(address msgSender, bytes32 depositor, uint256 depositNonce) pure returns (uint256)",
  "error InvalidQuoteTimestamp()",
  "error InvalidFillDeadline()",
  "error InvalidExclusiveRelayer()",
  "error InvalidOutputToken()",
  "error MsgValueDoesNotMatchInputAmount()",
  "error NotExclusiveRelayer()",
  "error ExpiredFillDeadline()",
  "error RelayFilled()",
]);

/** A deposit whose number its caller chooses, and can choose again: nobody of us calls it, but strangers do. */
export const unsafeDepositAbi = /* @__PURE__ */ parseAbi([
  "function unsafeDeposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint256 depositNonce, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable",
]);

/** Across' handler: a recipient that runs the calls a deposit carries, or hands the money to its fallback recipient. */
export const multicallHandlerAbi = /* @__PURE__ */ parseAbi([
  "struct Call { address target; bytes callData; uint256 value; }",
  "struct Instructions { Call[] calls; address fallbackRecipient; }",
  "function handleV3AcrossMessage(address token, uint256 amount, address relayer, bytes message)",
  "event CallsFailed(Call[] calls, address indexed fallbackRecipient)",
  "event DrainedTokens(address indexed recipient, address indexed token, uint256 indexed amount)",
]);

/** Safe wallet and its MultiSendCallOnly, from 1.4.1. Up to 1.3.0 `txHash` of the two events is not indexed. */
export const safeAbi = /* @__PURE__ */ parseAbi([
  "function setup(address[] _owners, uint256 _threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)",
  "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)",
  "function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 _nonce) view returns (bytes32)",
  "function nonce() view returns (uint256)",
  "function getThreshold() view returns (uint256)",
  "function getOwners() view returns (address[])",
  "function VERSION() view returns (string)",
  "function multiSend(bytes transactions) payable",
  "event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)",
  "event ExecutionFailure(bytes32 indexed txHash, uint256 payment)",
]);

/** Safe's proxy factory 1.4.1. */
export const safeProxyFactoryAbi = /* @__PURE__ */ parseAbi([
  "function createProxyWithNonce(address _singleton, bytes initializer, uint256 saltNonce) returns (address proxy)",
  "event ProxyCreation(address indexed proxy, address singleton)",
]);

/**
 * LI.FI's diamond, as far as we take its transactions: the entry point for deposits into Across without a swap before
 * it (providers.md §1.6).
 */
export const lifiDiamondAbi = /* @__PURE__ */ parseAbi([
  "struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }",
  "struct AcrossV4Data { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }",
  "function startBridgeTokensViaAcrossV4(BridgeData bridgeData, AcrossV4Data acrossData) payable",
]);

/** LI.FI's receiver of Across deposits, where the calls of a message failed and the money went to its receiver. */
export const lifiReceiverAbi = /* @__PURE__ */ parseAbi([
  "event LiFiTransferRecovered(bytes32 indexed transactionId, address receivingAssetId, address receiver, uint256 amount, uint256 timestamp)",
]);
