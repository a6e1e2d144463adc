import { crosschain } from "@/messages/crosschain/en";
import { exchange } from "@/messages/exchange/en";
import type { Message } from "@/messages/message";
import { onboarding } from "@/messages/onboarding/en";

/**
 * The source of all texts. A key is `area.name`; `{name}` is a placeholder; a text that depends on a number is
 * an object by category of `Intl.PluralRules`, with `{count}`. A browser gets the areas its page asks for.
 * Amounts, names of networks and tokens, addresses and what merchants wrote come in as values.
 */
export const en = {
  "frame.language": "Language",
  "frame.notReady": "The buttons on this page are not ready yet.",
  "frame.loadAgain": "Load the page again",
  "frame.terms": "Terms",
  "frame.privacy": "Privacy",
  "frame.poweredBy": "Payment page by {name}",

  "away.title": "Back in a moment",
  "away.text":
    "The service cannot be reached for a moment. Nothing you have sent is lost, and you need not pay again. This page loads again in {seconds} s.",
  "busy.title": "Too many visits",
  "busy.text":
    "Too many pages were opened from your network. Nothing is wrong with your payment. This page loads again in {seconds} s.",

  "common.copy": "Copy",
  "common.copied": "Copied",
  "common.copyWhat": "Copy {what}",
  "common.copiedWhat": "{what} copied",
  "common.back": "Back",
  "common.tryAgain": "Try again",
  "common.loading": "Loading",

  "pay.title": "Payment",
  "pay.titleTo": "Payment to {name}",
  "pay.to": "to {name}",
  "pay.connect": "Connect wallet",
  "pay.showDetails": "Show details",
  "pay.hideDetails": "Hide details",
  "pay.youPay": "You pay",
  "pay.youPaid": "You paid",
  "pay.paid": "Paid",
  "pay.asked": "Asked for",
  "pay.on": "on {network}",
  "pay.reference": "Reference",
  "pay.approvedBy": "Approved by",
  "pay.recipient": "Recipient",
  "pay.recipients": { one: "{count} recipient", other: "{count} recipients" },
  "pay.verifiedWallet": "Verified wallet",
  "pay.verifiedWalletOf": "Verified wallet of {name}",
  "pay.verifiedNote":
    "Whoever owns the account that asks for this payment has proven with a signature that this wallet is theirs. The name is their own choice; nobody has checked it.",
  "pay.recipientMasked": "The recipient keeps the full address private. The page checks it before you sign.",
  "pay.network": "Network",
  "pay.amount": "Amount",
  "pay.payment": "Payment {number}",
  "pay.total": "Total",
  "pay.paymentReference": "On-chain reference",
  "pay.expires": "Payable until",
  "pay.feeIncluded": "{label}, paid by the recipient",
  "pay.feeAdded": "{label}, on top",
  "pay.feeWithin": "of which {label}",
  "pay.explorer": "View on the block explorer",
  "pay.hash": "Transaction hash",
  "pay.testnet": "Test network: no real money",
  "pay.noScript":
    "This page needs JavaScript to connect a wallet. What has to be paid is shown here, so that you can compare it with the page on another device.",
  "pay.noScriptHow":
    "Do not send the amount to the recipient by hand: such a transfer carries no reference and cannot be told from others.",
  "pay.device.open": "No wallet on this device?",
  "pay.device.qr": "QR code of this page",
  "pay.device.scan": "Scan the code with a phone that has a wallet.",
  "pay.device.walletBrowser":
    "If the page opens without finding the wallet, copy the link into the browser inside the wallet's app.",
  "pay.device.goOn": "Connect and pay there. This page notices by itself.",
  "pay.device.inApp": "Open this page in the browser inside your wallet's app.",
  "pay.device.link": "link to this page",
  "pay.device.uri": "Scan the payment itself",
  "pay.device.uriNote":
    "For wallets that read calls to contracts (EIP-681). Not all do. Go on only if yours shows this contract and exactly this amount:",
  "pay.device.request": "request",
  "pay.device.uriApprove": "Allow the contract to take {amount}, and wait until that is confirmed",
  "pay.device.uriPay": "Pay {amount} on {network}",
  "pay.safetyNote": "Connecting shows us your wallet's address. It moves no money.",
  "pay.offline": "You are offline. Nothing is lost: the page goes on as soon as you are back.",
  "pay.silent.title": "The service cannot be reached",
  "pay.silent":
    "The service cannot be reached at the moment. Nothing is lost: this page keeps asking by itself and goes on as soon as there is an answer.",

  "pay.hidden.title": "A payment request for you",
  "pay.hidden.text":
    "The recipient shows amount and details only to wallets that pass their check. Connect your wallet to go on.",

  "pay.connect.title": "Connect a wallet",
  "pay.connect.tronOnly": "This payment is on Tron, so only Tron wallets can pay it.",
  "pay.checking.title": "Checking your wallet",
  "pay.checking.text": "We ask whether this wallet may pay, and what it holds. This takes a moment.",
  "pay.wallet": "Wallet",
  "pay.changeWallet": "Use another wallet",
  "pay.contact.of": "Questions? {name} can be reached at",
  "pay.contact.unnamed": "Questions? The recipient can be reached at",
  "pay.contact.own":
    "They gave this contact themselves; it is not checked here. Nobody needs your wallet's secret words to help you.",
  "pay.contact.subject": "Payment {reference}",

  "pay.choose.title": "Choose how to pay",
  "pay.choose.label": "I want to pay with",
  "pay.choose.option": "{symbol} on {network}",
  "pay.choose.balance": "You have {balance} {symbol}",
  "pay.choose.same": "Same network and token as asked for: no exchange, no bridge.",
  "pay.choose.continue": "Continue",
  "pay.choose.switch": "Your wallet is on another network. It will ask you to switch to {network}.",
  "pay.choose.switchButton": "Continue on {network}",
  "pay.switching.title": "Switch to {network}",
  "pay.switching.text": "Confirm the change of network in your wallet.",
  "pay.switching.late":
    "Your wallet has not answered yet. Open it and look for a question, or choose {network} there yourself. Nothing has been signed; you can go back.",
  "pay.preparing.title": "Preparing the payment",
  "pay.preparing.text": "We put the transaction together and compare it with what you see here.",
  "pay.preparing.late": "It takes longer than usual. Nothing has been signed; you can go back and try again.",

  "pay.short.title": "Not enough {symbol}",
  "pay.short.text":
    "The payment takes {needed} {symbol} on {network}. You have {balance} {symbol}, so {missing} {symbol} are missing.",
  "pay.short.how": "Send {symbol} on {network} to your wallet, then look again.",
  "pay.shortGas.title": "Not enough {symbol} for the network fee",
  "pay.shortGas.text":
    "The network charges about {needed} {symbol} for this payment. Your wallet has {balance}; about {missing} {symbol} are missing.",
  "pay.yourAddress": "Your wallet's address",
  "pay.lookAgain": "Look again",

  "pay.review.title": "Review and pay",
  "pay.review.batchTitle": "Review and pay in one step",
  "pay.review.batchText": "Your wallet does all of this together, or none of it:",
  "pay.review.approveTitle": "Allow the payment first",
  "pay.review.resetTitle": "Reset an old permission first",
  "pay.review.approveText":
    "{symbol} needs your permission before it can be paid. You allow exactly {amount} {symbol}, for this payment contract only.",
  "pay.review.resetText":
    "{symbol} refuses to change a permission that is still open. It is set to zero first, then to the exact amount.",
  "pay.review.networkFee": "Network fee, about",
  "pay.review.networkFeeUnknown": "shown by your wallet",
  "pay.review.leaves": "Leaves your wallet",
  "pay.review.later": "Leaves your wallet in the next step",
  "pay.review.checked": "Checked: your wallet will be asked for exactly this, and nothing else.",
  "pay.review.known": "{contract} is a known payment contract on {network}.",
  "pay.review.knownToken": "It goes to the known contract of {symbol} on {network}.",
  "pay.review.step": "Step {step} of {steps}",
  "pay.reset": "Reset {symbol} permission",
  "pay.approve": "Approve {amount} {symbol}",
  "pay.payAmount": "Pay {amount} on {network}",
  "pay.amountAnd": "{amount} {symbol}",
  "pay.lastCheck.title": "One last check",
  "pay.lastCheck.text": "We make sure that nobody has paid this meanwhile. Then your wallet asks you.",
  "pay.inWallet": "Confirm in your wallet",
  "pay.inWalletText": "Your wallet shows the transaction. Compare amount and network, then confirm there.",
  "pay.inWalletLate":
    "Your wallet has not answered yet. Look there: answer its question if it still asks. If it has sent the payment, this page will see it by itself. Reload this page only if your wallet shows neither.",
  "pay.inWalletLateAgain":
    "Your wallet has not answered yet. Look there: answer its question if it still asks. If it has sent the payment, this page will see it by itself. If it shows neither, ask it again: before that, this page looks whether anything was sent.",
  "pay.inWalletLatePermission":
    "Your wallet has not answered yet. Look there: answer its question if it still asks. If it shows none, go back and try again. Nothing has been paid.",
  "pay.inWalletNo": "To go back, say no there.",
  "pay.askAgain": "Ask my wallet again",
  "pay.unanswered":
    "Your wallet was asked for this payment before and may still send it. If it still asks, say no there. If it has sent it, wait: this page will see it by itself.",
  "pay.unanswered.sent":
    "If your wallet still asks for this payment, say no there. Otherwise it would be paid twice.",
  "pay.settling.title": "Waiting for the permission",
  "pay.settling.text": "The network is confirming it. You can pay in a moment.",
  "pay.settling.late":
    "It takes longer than usual. This page goes on by itself as soon as the permission is there.",

  "pay.advanced": "Advanced: what your wallet signs",
  "pay.advanced.contract": "Contract",
  "pay.advanced.function": "Function",
  "pay.advanced.value": "Native coin sent along",
  "pay.advanced.data": "Data",
  "pay.advanced.hiddenData": "not shown, because it holds the recipient's private address",

  "pay.refused.title": "Stopped for your safety",
  "pay.refused.text":
    "The transaction does not match what is shown on this page, so it was not handed to your wallet. Nothing was signed and nothing was paid.",
  "pay.refused.what": "Different: {field}",
  "pay.refused.how":
    "We have told the operator of this page. Try again later, or ask the recipient for a new link.",

  "pay.confirming.title": "Payment sent",
  "pay.confirming.waiting": "Waiting for the network to take it up.",
  "pay.confirming.mined": "The network has it. Waiting for it to be counted.",
  "pay.confirming.progress": "Confirmed {count} of {needed}",
  "pay.confirming.amount": "An amount like this counts after {needed} confirmations.",
  "pay.confirming.close": "You can close this page: the payment goes on without it.",
  "pay.confirming.seen": "Payment seen on the network",
  "pay.confirming.late":
    "It takes longer than usual. Look at the activity in your wallet: if you cancelled or replaced the payment there, nothing was paid here and you can begin again.",
  "pay.confirming.again": "Begin again",

  "pay.unsent.title": "Not sent yet",
  "pay.unsent.text":
    "Nobody has said yet that they took what your wallet signed: the network or the service may be too busy. Nothing is known to have been sent. Sign and pay nothing else for it: you can hand over the same signed transaction again, and however often you do, it is carried out at most once.",
  "pay.unsent.until":
    "That is possible until {date}; after that it can never be carried out, and you can begin again.",
  "pay.unsent.over":
    "Its time is over ({date}). This page looks whether it was carried out after all; if not, you can begin again in a moment.",
  "pay.unsent.again": "Send it again",
  "pay.unsent.still": "Still nobody has taken it. You can try once more.",
  "pay.done.title": "Payment successful",
  "pay.done.overpaid":
    "More than asked for was paid: {amount} {symbol} too much. The recipient has all of it; ask them to return the rest.",
  "pay.done.late": "It arrived after the link had expired. The recipient has the money and sees the payment.",
  "pay.done.already": "This payment link is already paid.",
  "pay.done.goBack": "Go Back and Close",
  "pay.done.receipt": "View receipt",
  "pay.done.invoice": "Download invoice",
  "pay.done.mail": "Mail the receipt",
  "pay.mail.paid": "Paid: {amount} on {network}",
  "pay.mail.to": "To: {name}",
  "pay.mail.at": "When: {date}",
  "pay.mail.reference": "Reference: {reference}",
  "pay.mail.transaction": "Transaction: {hash}",
  "pay.done.receipts": "View receipt {number}",
  "pay.revoke.text":
    "Your wallet still lets the payment contract take {amount} {symbol}. You can take this permission back.",
  "pay.revoke.button": "Revoke permission",
  "pay.revoke.settling": "Taking it back",
  "pay.revoke.done": "The permission is gone.",
  "pay.revoke.failed": "The permission was not taken back. Try again.",

  "pay.blocked.title": "This wallet cannot pay",
  "pay.blocked.wallet_not_allowed":
    "This wallet cannot pay under the recipient's policy: only certain wallets may. Nothing was signed and nothing was paid. Use another wallet, or ask the recipient which one may pay.",
  "pay.blocked.rejected":
    "This wallet cannot pay under the recipient's policy: it did not pass their check. Nothing was signed and nothing was paid. Use another wallet, or ask the recipient.",
  "pay.blocked.error":
    "This wallet cannot pay under the recipient's policy right now, because the check could not be made. Try again in a moment.",
  "pay.expired.title": "Too late: this link has expired",
  "pay.expired.text":
    "It can no longer be paid, and nothing was taken from you. Ask the recipient for a new link.",
  "pay.expired.partly":
    "It expired before everything was paid. The recipient has what was sent. Ask them for a new link for the rest.",
  "pay.not_found.title": "Invalid link: nothing was found",
  "pay.not_found.text":
    "The address of this page is not complete, or the link does not exist. Ask the recipient for it again.",
  "pay.invalidated.title": "This link is no longer valid",
  "pay.invalidated.text":
    "The recipient has put the payment into another link. Ask for that one. Nothing was taken from you.",
  "pay.failed.title": "This payment was stopped",
  "pay.failed.text":
    "The recipient did not pass a check, so nothing can be paid here. Nothing was taken from you. Ask the recipient how you can pay instead.",
  "pay.in_progress.title": "Payment in progress",
  "pay.in_progress.text":
    "A payment waits for the co-signers of a shared wallet. This page follows it; if it fails, you can pay here again.",
  "pay.in_progress.deadline": "They have until {date}.",
  "pay.safe.review": "Review and propose to your Safe",
  "pay.safe.reviewText":
    "Owners of your Safe sign this as one transaction; {threshold} of {owners} are needed. It is carried out together, or not at all:",
  "pay.safe.proposed": "Proposed to your Safe",
  "pay.safe.proposedText":
    "The owners sign it in the Safe. You can close this page: the payment goes on without it.",
  "pay.safe.account": "Safe",
  "pay.safe.signatures": "Signatures",
  "pay.safe.signaturesNeeded": "{needed} needed",
  "pay.safe.signaturesOf": "{count} of {needed}",
  "pay.safe.ownersOf": "{needed} of {owners} owners have to sign",
  "pay.safe.rejections": "Signatures to reject it",
  "pay.safe.execute":
    "When enough owners have signed, one of them executes the transaction in the Safe. Until then nothing is paid.",
  "pay.safe.hash": "Safe transaction hash",
  "pay.safe.holds": "Until {date} nobody else can pay here.",
  "pay.safe.ended.execution_failed":
    "The Safe tried to pay, and its transaction failed. Nothing was paid; it can be paid again.",
  "pay.safe.ended.rejected":
    "The owners of the Safe rejected the payment. Nothing was paid; it can be paid again.",
  "pay.safe.ended.replaced":
    "The Safe executed something else in place of the payment. Nothing was paid by it; it can be paid again.",
  "pay.safe.ended.deadline_passed":
    "The payment from the Safe was not executed in time. Reject it in the Safe before you pay again: executed later, it would pay a second time.",
  "pay.bank.account": "Bank account",
  "pay.bank.receives": "Arrives in the bank account",
  "pay.bank.receivesAbout": "Arrives in the bank account, about",
  "pay.bank.estimate": "The provider exchanges at the rate of the moment when your payment has arrived.",
  "pay.bank.received": "Arrived in the bank account",
  "pay.bank.later": "{currency}; the amount is known once the payment is prepared",
  "pay.bank.rate": "Rate",
  "pay.bank.fees": "Fees of the provider",
  "pay.bank.noFees": "none",
  "pay.bank.developer_fee": "Fee of the platform",
  "pay.bank.exchange_fee": "Fee of the exchange",
  "pay.bank.gas_fee": "Network fee of the provider",
  "pay.bank.deposit": "Deposit address",
  "pay.bank.returnsTo": "Money that comes back goes to this wallet",
  "pay.bank.toIdentity": "Open the identity check",
  "pay.bank.toAgreement": "Open the terms",
  "pay.bank.newTab": "Opens in a new tab of the provider. Then come back to this page.",
  "pay.bank.prepare": "Prepare with this wallet",
  "pay.bank.notPrepared": "The payment could not be prepared. Nothing has been paid. Try again in a moment.",
  "pay.bank.delivered": "The bank account has the money.",
  "pay.bank.stepDone": "done",
  "pay.bank.step.initiated": "Money received by the provider",
  "pay.bank.step.pending_internal_assessment": "Review by the provider",
  "pay.bank.step.ongoing_checks": "Last checks",
  "pay.bank.step.sending_fiat": "Sent to the bank",
  "pay.bank.step.fiat_sent": "In the bank account",
  "pay.to_bank.erased.title": "Personal data was erased",
  "pay.to_bank.erased.text":
    "The personal data behind this payment was erased, so it cannot be paid here. Nothing was taken from you. Ask the recipient for a new payment request.",
  "pay.to_bank.identity.title": "Identity check needed",
  "pay.to_bank.identity.text":
    "Money to a bank account needs an identity check by the provider. Nothing has been paid. After the check this page goes on by itself.",
  "pay.to_bank.identity_pending.title": "Your identity is being checked",
  "pay.to_bank.identity_pending.text":
    "The provider has your details and is checking them. Nothing has been paid. You can close this page and come back later.",
  "pay.to_bank.identity_rejected.title": "Identity check not passed",
  "pay.to_bank.identity_rejected.text":
    "The provider did not approve the identity check, so nothing can be paid. Nothing was taken from you. Open the check to see what is missing, or ask the recipient.",
  "pay.to_bank.agreement.title": "Terms of the provider",
  "pay.to_bank.agreement.text":
    "The provider needs your agreement to its terms. Nothing has been paid. After that this page goes on by itself.",
  "pay.to_bank.agreement_rejected.title": "Terms not accepted",
  "pay.to_bank.agreement_rejected.text":
    "The provider has no agreement with you, so nothing can be paid. Nothing was taken from you. Open the terms again, or ask the recipient.",
  "pay.to_bank.bank_missing.title": "No bank account yet",
  "pay.to_bank.bank_missing.text":
    "Your checks are done. The recipient still has to add the bank account that gets the money. Nothing has been paid. This page goes on by itself.",
  "pay.to_bank.bank_pending.title": "The bank account is being checked",
  "pay.to_bank.bank_pending.text":
    "The provider is checking the bank account that gets the money, usually for less than a minute. Nothing has been paid. This page goes on by itself.",
  "pay.to_bank.bank_failed.title": "The bank account was refused",
  "pay.to_bank.bank_failed.text":
    "The provider cannot pay to this bank account. Nothing was taken from you. Ask the recipient to add another one.",
  "pay.to_bank.open.title": "Prepare the payment",
  "pay.to_bank.open.text":
    "The provider opens a deposit address for your wallet. Only this wallet can pay then. Nothing is paid by preparing it.",
  "pay.to_bank.other_wallet.title": "Prepared for another wallet",
  "pay.to_bank.other_wallet.text":
    "This payment was prepared for the wallet below, so only that one can pay it. Nothing has been paid. Connect that wallet, or ask the recipient for a new payment request.",
  "pay.to_bank.partly.title": "Only a part has arrived",
  "pay.to_bank.partly.text":
    "Only a part of the amount is at the provider's deposit address. Do not pay the rest here. Ask the recipient, who settles it with the provider.",
  "pay.to_bank.earlier_address.title": "Money came to an earlier address",
  "pay.to_bank.earlier_address.text":
    "Money for this payment came to a deposit address that had been replaced. Do not pay again. Ask the recipient, who settles it with the provider.",
  "pay.to_bank.initiated.title": "The provider has your payment",
  "pay.to_bank.initiated.text":
    "The money is at the provider's deposit address, and the provider pays the bank account from it. You have nothing more to do and can close this page.",
  "pay.to_bank.pending_internal_assessment.title": "The provider reviews the payment",
  "pay.to_bank.pending_internal_assessment.text":
    "The provider has the money and reviews the payment. You have nothing more to do and can close this page.",
  "pay.to_bank.ongoing_checks.title": "The bank payment is being prepared",
  "pay.to_bank.ongoing_checks.text":
    "The provider has the money and makes its last checks. You have nothing more to do and can close this page.",
  "pay.to_bank.sending_fiat.title": "The bank payment is on its way",
  "pay.to_bank.sending_fiat.text":
    "The provider has sent the money to the bank, which can take some working days. You have nothing more to do and can close this page.",
  "pay.to_bank.delivered.title": "The bank account has the money",
  "pay.to_bank.delivered.text":
    "The money came to the deposit address without the reference of this payment. Do not pay again. Only the recipient can say whose payment it was.",
  "pay.to_bank.bounced.title": "The bank sent the money back",
  "pay.to_bank.bounced.text":
    "The bank did not take the money, and the provider has it again. Do not pay again. The recipient has to check the bank account; then the provider sends it once more, or back to your wallet.",
  "pay.to_bank.retry_required.title": "The bank payment has to be repeated",
  "pay.to_bank.retry_required.text":
    "The bank payment did not work, and the provider has the money. Do not pay again. The recipient asks the provider to send it once more.",
  "pay.to_bank.failed.title": "The bank payment failed",
  "pay.to_bank.failed.text":
    "The provider could not pay the bank account and has the money. Do not pay again. Ask the recipient, who settles it with the provider.",
  "pay.to_bank.refunded.title": "The money was sent back",
  "pay.to_bank.refunded.text":
    "The bank account got nothing. The provider has sent the money back to the wallet below. To pay again, ask the recipient for a new payment request.",
  "pay.unavailable.title": "The network cannot be reached",
  "pay.unavailable.text":
    "Nothing is wrong with the link and nothing was taken from you. Try again in a moment.",
  "pay.no_rate.title": "No exchange rate at the moment",
  "pay.no_rate.text":
    "There is no reliable rate right now, so no amount is asked for. Nothing was taken from you. The page tries again by itself.",
  "pay.quote.later":
    "Paid in {symbol}. The exact amount is fixed for your wallet as soon as it is connected.",
  "pay.quote.amount": "That is in {symbol}",
  "pay.quote.rate": "Rate",
  "pay.quote.priced": "Prices from",
  "pay.quote.until": "Rate held until",
  "pay.quote.minutesLeft": "{minutes} min left",
  "pay.quote.secondsLeft": "{seconds} s left",
  "pay.partial.text": "{received} arrived already. Left to pay: {left}.",
  "pay.announced":
    "Somebody said a moment ago that they have sent this payment. Wait until it shows up here before you pay a second time.",
  "pay.someoneElse": "Somebody is paying this link",

  "pay.trouble.rejected": "You said no in your wallet. Nothing was signed; you can try again.",
  "pay.trouble.pending_request":
    "Your wallet is still waiting for an earlier answer. Open it and answer there first.",
  "pay.trouble.wrong_chain": "Your wallet is on another network and was not switched.",
  "pay.trouble.wrong_account": "Your wallet has switched to another account. Connect it again.",
  "pay.trouble.not_installed": "The wallet is not installed in this browser.",
  "pay.trouble.insufficient_funds": "Your wallet does not hold enough for the payment and the network fee.",
  "pay.trouble.no_typed_data": "Your wallet cannot sign this kind of document (EIP-712). Use another wallet.",
  "pay.trouble.no_batch": "Your wallet does not do all of this together. Go on step by step.",
  "pay.trouble.safe_no_batch":
    "Your Safe cannot be asked for this payment over this connection. Open the link as an app in your Safe.",
  "pay.trouble.real_wallet_refused": "This page runs on local test chains. Only the Test wallet works here.",
  "pay.trouble.disconnected": "Your wallet is no longer connected.",
  "pay.trouble.failed":
    "Your wallet did not answer as expected. See there whether it has sent something; if not, try again.",
  "pay.trouble.wallet_changed":
    "Your wallet has switched to another account, so everything was checked again for it.",
  "pay.trouble.network_changed": "Your wallet has switched networks, so everything was checked again.",
  "pay.trouble.quote_renewed":
    "The rate has ended and was renewed. The amount was {before} and is now {after}. Check it and go on.",
  "pay.trouble.payment_changed": "Something about this payment has changed meanwhile. Check it and go on.",
  "pay.trouble.reverted":
    "The network refused the transaction and undid it. The money is still in your wallet, except for the network fee. You can try again.",
  "pay.trouble.approval_reverted": "The network refused the permission. Nothing was paid; you can try again.",
  "pay.trouble.replaced":
    "Your wallet replaced the payment by another transaction, so it was not made. The money is still in your wallet. You can try again.",
  "pay.trouble.unpaid":
    "The network has the transaction, but your payment is not in it. Nothing was paid. Look into your wallet before you try again.",
  "pay.trouble.batch_failed":
    "Your wallet did not carry out the payment. Nothing was paid; you can try again.",
  "pay.trouble.batch_partly":
    "Your wallet carried out only a part of it. The payment was not made, but a permission may be left. You can try again.",
  "pay.trouble.dropped":
    "The network did not take the payment up in time, so it was not made. The money is still in your wallet. You can try again.",
  "pay.trouble.not_relayed":
    "What your wallet signed could not be sent. Nothing was paid; you can try again.",
  "pay.trouble.maybe_sent":
    "Your wallet may have sent this payment already, so it was not asked again. Look at its activity, and try again in a moment.",
  "pay.trouble.allowance_short":
    "The permission is smaller than the payment. Approve the full amount, which is taken only once.",
  "pay.trouble.unreachable": "The service cannot be reached at the moment. Nothing was paid; try again.",

  "pay.field.answer": "the answer as a whole",
  "pay.field.wallet": "the wallet",
  "pay.field.network": "the network",
  "pay.field.transactions": "the number of transactions",
  "pay.field.contract": "the contract",
  "pay.field.function": "what the contract does",
  "pay.field.token": "the token",
  "pay.field.recipient": "the recipient",
  "pay.field.amount": "the amount",
  "pay.field.reference": "the reference",
  "pay.field.approval": "what was approved",
  "pay.field.feeRecipient": "who gets the fee",
  "pay.field.feeAmount": "the fee",
  "pay.field.spender": "who may take the tokens",
  "pay.field.allowance": "how much may be taken",
  "pay.field.quote": "the exchange rate",
  "pay.field.value": "the native coin sent along",
  "pay.field.dates": "the dates or their number",
  "pay.field.permit": "the document to sign",
  "pay.field.calldata": "the data of the call",

  "pay.bundle.open": "To be paid",
  "pay.bundle.moving": "On its way",
  "pay.bundle.paid": "Paid",
  "pay.bundle.blocked": "Left out",
  "pay.bundle.progress": "{paid} of {total} paid",
  "pay.bundle.onTheWay": { one: "{count} on its way", other: "{count} on their way" },
  "pay.bundle.leftOut": {
    one: "{count} payment cannot be made here and is left out. You pay the others.",
    other: "{count} payments cannot be made here and are left out. You pay the others.",
  },
  "pay.bundle.some": "{open} of {total} recipients",
  "pay.bundle.openNow": "{amount} {symbol} of it can be paid now.",
  "pay.bundle.masked": "Recipients keep their full addresses private. The page checks each before you sign.",
  "pay.bundle.total": {
    one: "{count} payment in {symbol} on {network}",
    other: "{count} payments in {symbol} on {network}",
  },
  "pay.bundle.showAll": "Show all {count} recipients",
  "pay.bundle.showFewer": "Show fewer recipients",
  "pay.bundle.payAlone": "Pay this one on {network}",
  "pay.bundle.networks": "on several networks",
  "pay.bundle.why.secure_payment_expired":
    "Its own link has expired. Ask the sender of this page for a new one.",
  "pay.bundle.why.secure_payment_not_pending":
    "It was moved to another link or withdrawn. Ask the sender of this page about it.",
  "pay.bundle.why.compliance_failed": "The recipient did not pass a check, so nothing can be paid to them.",
  "pay.bundle.why.other": "It cannot be paid as part of this page. Ask the sender of this page about it.",
  "pay.bundle_blocked.title": "Nothing can be paid here",
  "pay.bundle_blocked.left":
    "What is left of these payments cannot be made. The reason stands beside each. Nothing was taken from you.",
  "pay.bundle_blocked.networks":
    "These payments are on several networks, so no single transaction can make them. Open each by its own link.",

  "embed.wallet": "Pay with a browser wallet",
  "embed.window":
    "Opens the payment page in a window of its own, because wallets are not used inside other websites.",

  "schedule.by": "Set up by {name}",
  "schedule.title": "Recurring payment",
  "schedule.every.DAILY": "every day",
  "schedule.every.WEEKLY": "every 7 days",
  "schedule.every.MONTHLY": "every 30 days",
  "schedule.every.YEARLY": "every 365 days",
  "schedule.times": { one: "{count} payment", other: "{count} payments" },
  "schedule.from": "Paid from",
  "schedule.fee": "Fee with each payment",
  "schedule.feeTo": "Fee goes to",
  "schedule.until": "Nothing is taken after",
  "schedule.most": "The most that can ever leave your wallet",
  "schedule.mostText": {
    one: "{amount}, {count} time. The contract takes no more, pays nobody else and takes nothing early.",
    other:
      "{amount} each time, {count} times. The contract takes no more, pays nobody else and takes nothing early.",
  },
  "schedule.dates": "Dates",
  "schedule.allDates": { one: "{count} date", other: "All {count} dates" },
  "schedule.note.MONTHLY":
    "A month is always 30 days here, so the day of the month moves. These are the actual dates.",
  "schedule.note.YEARLY": "A year is always 365 days here, also a leap year. These are the actual dates.",
  "schedule.instalment.paid": "paid",
  "schedule.permit": "What you sign, field by field",
  "schedule.permitText": "Your wallet shows these fields. They have to say the same there.",
  "schedule.field.name": "Name of the contract",
  "schedule.field.version": "Its version",
  "schedule.field.chainId": "Number of the network: the signature counts on no other",
  "schedule.field.verifyingContract":
    "The contract that takes the payments: the signature counts for no other",
  "schedule.field.subscriber": "Your wallet, which pays",
  "schedule.field.token": "The token that is paid",
  "schedule.field.recipient": "Who gets the payments",
  "schedule.field.feeAddress": "Who gets the fee; zeros for nobody",
  "schedule.field.amount": "What the recipient gets each time, in the smallest unit",
  "schedule.field.feeAmount": "The fee each time, in the smallest unit",
  "schedule.field.gasFee": "For network fees: nothing",
  "schedule.field.periodSeconds": "Seconds between two payments",
  "schedule.field.firstExec": "Time of the first payment, in seconds since 1970",
  "schedule.field.totalExecutions": "How many payments",
  "schedule.field.nonce": "A random number that tells this signature from others",
  "schedule.field.deadline": "After this time nothing is taken, in seconds since 1970",
  "schedule.noScript":
    "This page needs JavaScript to ask your wallet for a signature. Nothing is taken from a wallet that has not signed.",
  "schedule.noTron": "Wallets for Tron cannot sign it.",
  "schedule.wrongWallet.title": "This is another wallet",
  "schedule.wrongWallet.text": "Only this wallet can sign or cancel this recurring payment:",
  "schedule.wrongWallet.yours": "You have connected:",
  "schedule.preparing.title": "Preparing the signature",
  "schedule.preparing.text": "We put together what you sign and compare it with what you see here.",
  "schedule.approve.title": "Allow the contract first",
  "schedule.approve.text":
    "The contract takes each payment when it is due, so it needs a permission for {amount} {symbol}. It can use it only for payments that you have signed.",
  "schedule.approve.others": "{amount} of it are for your other recurring payments that are running.",
  "schedule.sign.title": "Review and sign",
  "schedule.sign.text":
    "Signing costs nothing and sends nothing now. From then on the payments leave your wallet by themselves, on the dates above. You can cancel at any time.",
  "schedule.sign.keep": "Keep at least {amount} in the wallet on each date.",
  "schedule.sign.button": {
    one: "Sign for {count} payment of {amount}",
    other: "Sign for {count} payments of {amount}",
  },
  "schedule.handing.title": "Handing in your signature",
  "schedule.handing.text": "The service checks it. Keep this page open for a moment.",
  "schedule.refusedSignature":
    "The service did not accept the signature, so nothing will be taken. Try again with the wallet that is named above.",
  "schedule.progress": "{count} of {needed} paid",
  "schedule.next": "Next payment",
  "schedule.status.pending": "Waits for your signature",
  "schedule.status.active": "Running",
  "schedule.status.paused": "Paused",
  "schedule.status.completed": "All payments made",
  "schedule.status.cancelled": "Cancelled",
  "schedule.status.expired": "Ended",
  "schedule.active.text":
    "Payments leave the wallet by themselves on their dates. You have nothing more to do, and can cancel at any time.",
  "schedule.failed":
    "The last attempt to take a payment failed: {reason} It is tried again at the time shown.",
  "schedule.failure.insufficient_funds": "the wallet held less than the payment.",
  "schedule.failure.insufficient_allowance": "the permission of the contract was smaller than the payment.",
  "schedule.failure.transfer_refused": "the token refused the transfer.",
  "schedule.failure.inexact_transfer": "the token would have moved another amount than you signed.",
  "schedule.paused.text": "Nothing is taken at the moment.",
  "schedule.paused.failed": "Nothing is taken at the moment, because attempts failed: {reason}",
  "schedule.paused.next":
    "The merchant can let it go on. Payments that were missed are then taken at once, one after the other. Cancel it here if you do not want that.",
  "schedule.completed.text": "Nothing more can be taken with this signature.",
  "schedule.cancelled.payer":
    "You have cancelled it in the contract. Nothing more can be taken with this signature.",
  "schedule.cancelled.platform":
    "The merchant has cancelled it, and this service begins no payment any more. If you signed it, cancel it in the contract as well: then nobody can take anything.",
  "schedule.cancelled.deadline": "Its time is over. Nothing more can be taken with this signature.",
  "schedule.notFound.title": "This link leads to no recurring payment",
  "schedule.notFound.text":
    "Ask whoever sent it to you for the right link. Nothing was signed and nothing is taken.",
  "schedule.inWallet":
    "Your wallet shows a transaction to the contract. It moves no tokens. Confirm it there.",
  "schedule.settling": "The network is confirming it. Keep this page open for a moment.",
  "schedule.settling.late":
    "It takes longer than usual. The transaction goes on without this page: open it again later to see whether it is done.",
  "schedule.cancel.connect": "Connect wallet to cancel",
  "schedule.cancel.button": "Cancel this recurring payment",
  "schedule.cancel.title": "Cancel for good",
  "schedule.cancel.text":
    "Your wallet sends one transaction to the contract, for which the network takes a fee. After it nobody can take anything with this signature any more, not even this service. Payments that were made stay made.",
  "schedule.cancel.confirm": "Cancel on {network}",
  "schedule.cancel.sent": "Cancelling",
  "schedule.cancel.done": "Cancelled in the contract",
  "schedule.cancel.doneText":
    "The contract takes nothing more with this signature. The merchant sees it within moments.",
  "schedule.cancel.reverted": "The network did not carry it out. Nothing has changed; you can try again.",
  "schedule.lower.connect": "Connect wallet to lower its permission",
  "schedule.lower.text":
    "The contract may still take {amount} from this wallet. It could use that only for payments that you sign; your other recurring payments need {others}.",
  "schedule.lower.button": "Set the permission to {amount}",
  "schedule.lower.sent": "Setting the permission",
  "schedule.lower.none": "The contract’s permission is no larger than your other recurring payments need.",
  "schedule.running.title": "What leaves your wallet by itself",
  "schedule.running.text":
    "All recurring payments of a wallet on this service, whoever set them up. You can cancel each of them here.",
  "schedule.running.sign": "Sign to see them",
  "schedule.running.signText":
    "Show that this wallet is yours with a signature. It costs nothing and moves no money.",
  "schedule.running.asked": "Your wallet shows a message. Sign it to see the list.",
  "schedule.running.count": { one: "{count} recurring payment", other: "{count} recurring payments" },
  "schedule.running.none": "Nothing leaves this wallet by itself.",
  "schedule.running.status": "Status",
  "schedule.running.paid": "Paid so far",
  "schedule.running.rest": "Can still leave the wallet",
  "schedule.running.open": "Dates and details",

  "wallet.loading": "Looking for wallets…",
  "wallet.loadingFailed": "The wallets could not be loaded. Check the connection and try again.",
  "wallet.empty": "No network of this kind is configured.",
  "wallet.family": "Kind of wallet",
  "wallet.evm": "EVM",
  "wallet.tron": "Tron",
  "wallet.more": "More wallets",
  "wallet.waiting": "Waiting for {name}. Look for its window.",
  "wallet.notInstalled": "{name} is not installed in this browser.",
  "wallet.install": "Get {name}",
  "wallet.openApp": "Open {name}",
  "wallet.scan": "Scan this code with {name}.",
  "wallet.copyLink": "Copy link",
  "wallet.error.rejected": "You said no in the wallet. Nothing happened.",
  "wallet.error.pending_request":
    "{name} is still waiting for an earlier answer. Open it and answer there first.",
  "wallet.error.wrong_chain": "{name} is on another network.",
  "wallet.error.wrong_account": "{name} has switched to another account.",
  "wallet.error.not_installed": "{name} is not installed in this browser.",
  "wallet.error.insufficient_funds": "{name} does not hold enough for this.",
  "wallet.error.no_typed_data": "{name} cannot sign this kind of document.",
  "wallet.error.no_batch": "{name} does not send several transactions together.",
  "wallet.error.real_wallet_refused": "This page runs on local test chains. Only the Test wallet works here.",
  "wallet.error.disconnected": "{name} is not connected.",
  "wallet.error.failed": "{name} did not answer as expected. Try again.",

  ...crosschain,
  ...exchange,
  ...onboarding,

  "receipt.title": "Receipt",
  "receipt.heading": "Paid",
  "receipt.reference": "Reference",
  "receipt.payee": "Recipient",
  "receipt.payeeMasked": "The recipient keeps the full address private.",
  "receipt.asked": "Asked for",
  "receipt.refunded": "Sent back",
  "receipt.requestId": "Request",
  "receipt.transfers": { one: "{count} transfer", other: "{count} transfers" },
  "receipt.from": "From",
  "receipt.transaction": "Transaction",
  "receipt.block": "Block",
  "receipt.explorer": "View on the block explorer",
  "receipt.confirmed": "Confirmed",
  "receipt.final": "Final",
  "receipt.confirmedNote": "Deep enough in the chain to count. It becomes final as more blocks follow.",
  "receipt.finalNote": "The chain will not take it back.",
  "receipt.quittance": "Signed receipt",
  "receipt.quittanceNote":
    "A quittance is this receipt as a file with a signature. Anybody can check it without asking us, and compare it with the chain.",
  "receipt.download": "Download the quittance",
  "receipt.signer": "Signed by",
  "receipt.pdf": "Download as PDF",
  "receipt.print": "Print",
  "receipt.none": "No receipt here",
  "receipt.noneNote":
    "Either this payment has not been confirmed yet, or the address is not complete. If you have just paid, look again in a moment.",

  "quittance.check": "Check the quittance",
  "quittance.checking": "Checking",
  "quittance.verified": "Verified: this quittance is genuine",
  "quittance.verifiedNote":
    "Your browser checked it by itself: the service's key signed exactly this, and the transfers add up to the amount.",
  "quittance.signedBy": "Signed by",
  "quittance.amount": "Amount",
  "quittance.recipient": "Recipient",
  "quittance.paidAt": "Paid on",
  "quittance.transaction": "Transaction",
  "quittance.download": "Download the quittance",
  "quittance.refused": "Not verified",
  "quittance.refused.unreadable": "What was loaded is not a complete quittance.",
  "quittance.refused.signature":
    "The signature is not the service's: the document was changed, or another key signed it.",
  "quittance.refused.other":
    "It is of another payment: its request or its recipient is not the one on this page.",
  "quittance.refused.sums": "Its transfers do not add up to the amount.",
  "quittance.refusedNote":
    "Do not rely on this document. Your payment is on the chain all the same; its transaction is on this page.",
  "quittance.unreachable": "The quittance could not be loaded. Try again in a moment.",

  "refund.title": "Money back to you",
  "refund.heading": "{merchant} sends you money back",
  "refund.headingUnnamed": "You get money back",
  "refund.upTo": "Up to {amount} on {network}",
  "refund.address": "Your address on {network}",
  "refund.hint":
    "A wallet of yours, or your own address at an exchange for {symbol} on {network}. Not the address that your payment was sent from: it is often the exchange's, and money sent there is lost.",
  "refund.continue": "Continue",
  "refund.check": "Is this your address?",
  "refund.checkNote":
    "Compare every sign. It cannot be changed afterwards, and money that is sent to a wrong address is lost.",
  "refund.confirm": "Yes, send it there",
  "refund.change": "Change the address",
  "refund.done": "Your address is named",
  "refund.doneNote":
    "The money is not sent yet. Whoever sends it back reads this address and may ask you to confirm it.",
  "refund.named": "An address was named here already",
  "refund.namedNote": "It cannot be changed. If it was not you, say so at once, before the money is sent.",
  "refund.none": "This link is not valid",
  "refund.noneNote":
    "Its time may be over, or another link took its place. Ask whoever sent it to you for a new one.",
  "refund.invalid":
    "Money cannot be sent back to this on {network}: it is no address, or one that does not belong to you.",
  "refund.rejected": "Money of this payment cannot be sent to this address.",
  "refund.trouble": "The service did not answer. Try again.",
} as const satisfies Readonly<Record<string, Message>>;
