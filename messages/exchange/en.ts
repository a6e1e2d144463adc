import type { Message } from "@/messages/message";

/** Texts about plain transfers, from an exchange or any wallet. */
export const exchange = {
  "pay.field.depositAddress": "the address for the transfer",
  "pay.exchange.open": "Send from an exchange or any wallet",
  "pay.exchange.asking": "Getting the address for this payment.",
  "pay.exchange.failed":
    "The service did not answer, or this payment has no rate at the moment. Nothing was sent; try again.",
  "pay.exchange.onlyNetwork":
    "Choose {network} as the network of the transfer. On another network the money does not arrive here.",
  "pay.exchange.amount": "Amount that has to arrive",
  "pay.exchange.deducts":
    "Exchanges deduct their fee from what they send. Make sure that exactly this amount of {symbol} arrives.",
  "pay.exchange.address": "Address",
  "pay.exchange.onlyToken": "Send only {symbol}, on {network}. This address belongs to this payment alone.",
  "pay.exchange.later": "What arrives later counts at the rate of its time.",
  "pay.exchange.checked":
    "This page has computed the address itself from what is shown here: it can pay only this recipient and the fees of this payment.",
  "pay.exchange.short":
    "If less arrives, the payment stays open: this page says what is missing, and the same address takes the rest.",
  "pay.exchange.watching":
    "This page notices the transfer by itself. You can close it: the payment goes on without it.",
  "pay.exchange.wrongNetwork": "Sent on another network, or another currency?",
  "pay.exchange.wrongNetworkHow":
    "Only {symbol} on {network} pays. What was sent otherwise does not count here. Write to the recipient and name the hash of the transaction: on many networks the recipient can still get it.",
  "pay.exchange.code.transfer": "QR code: send {amount} on {network}",
  "pay.exchange.code.address": "QR code of the address",
  "pay.exchange.code.transferNote": "Holds network, currency and amount. Check them in your wallet.",
  "pay.exchange.code.addressNote": "Holds the address alone: enter network and amount by hand.",
  "pay.exchange.code.showTransfer": "Code with network and amount",
  "pay.exchange.code.showAddress": "Address alone, if your app does not read this code",
  "pay.exchange.refused.title": "This address is not shown",
  "pay.exchange.refused.text":
    "The service named an address that does not belong to this payment. Do not send anything. The operator of this page has been told.",
  "pay.exchange.unchecked":
    "Without JavaScript this page could not check the address. Compare it on another device before you send a large amount.",
  "pay.exchange.none.restricted":
    "This payment can be made by certain wallets only, so it needs a wallet that connects.",
  "pay.exchange.none.payee_hidden":
    "The recipient keeps its address private, so this payment needs a wallet that connects.",
  "pay.exchange.none.too_many": "This payment has too many addresses already. Connect a wallet.",
  "pay.exchange.none.bundle": "Several payments are made together here, which needs a wallet that connects.",
  "pay.exchange.none.recurring": "This payment is taken from the wallet that agreed to it.",
  "pay.exchange.none.to_bank": "This payment goes to a bank account, and needs a wallet that connects.",
  "pay.exchange.none.native_coin":
    "The coin of this network cannot be sent to such an address. Connect a wallet.",
  "pay.exchange.none.network": "This network has no such addresses yet. Connect a wallet.",
  "pay.exchange.none.terms": "The fees of this payment do not fit into such an address. Connect a wallet.",
  "pay.exchange.none.nothing": "There is nothing to pay at the moment.",
} as const satisfies Readonly<Record<string, Message>>;
