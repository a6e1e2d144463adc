import type { Message } from "@/messages/message";

/** Texts about payments from another network. */
export const crosschain = {
  "pay.field.refund": "who gets the money back if it is not delivered",
  "pay.field.deadline": "the deadline of the bridge, or the clock of this device",
  "pay.bridge.direct": "Directly, without a bridge",
  "pay.bridge.about":
    "About {needed} {symbol}, of which {fee} {symbol} for the bridge. Usually within a minute.",
  "pay.bridge.short": "Not enough: it takes {needed} {symbol}, and you have {balance} {symbol} there.",
  "pay.bridge.unknown": "This network did not answer in time, so nobody knows what you have there.",
  "pay.bridge.others": "Where your wallet has too little",
  "pay.bridge.away":
    "Paying from another network is not possible at the moment, because the bridge does not answer. Paying on {network} works as always.",
  "pay.bridge.too_low": "Only amounts above 1 USD can be paid from another network.",
  "pay.bridge.only":
    "These payments can only be made from another network, and no network where your wallet has enough can be used at the moment.",
  "pay.bridge.how":
    "Your {symbol} on {source} goes to the bridge Across, which pays the recipient on {network}. If nobody delivers by {date}, all of it comes back to your wallet on {source}.",
  "pay.bridge.fee": "Bridge fee",
  "pay.bridge.arrives": "Arrives on {network}",
  "pay.bridge.until": "Price held until",
  "pay.bridge.over": "This price has run out. Get the current one before you go on.",
  "pay.bridge.renew": "Get the current price",
  "pay.bridge.known":
    "It goes to the known contract of the bridge Across on {network}, for this recipient only.",
  "pay.bridge.title": "On its way from {source}",
  "pay.bridge.legs": "Where the money is",
  "pay.bridge.leaves": "Leaves {source}",
  "pay.bridge.left": "Left {source}",
  "pay.bridge.arriving": "Arrives on {network}",
  "pay.bridge.arrived": "Arrived on {network}",
  "pay.bridge.paying": "Paid to the recipient",
  "pay.bridge.paid": "Paid to the recipient",
  "pay.bridge.usual":
    "This usually takes less than a minute. You can close this page: the payment goes on without it.",
  "pay.bridge.otherwise": "If nobody delivers by {date}, {amount} come back to {address} on {source}.",
  "pay.bridge.filled": "The recipient has the money. It counts as soon as the network has confirmed it.",
  "pay.bridge.callFailed":
    "The bridge handed the money to the recipient directly. It counts as this payment.",
  "pay.bridge.expired.title": "Not delivered in time",
  "pay.bridge.expired":
    "The bridge did not deliver in time. As soon as {network} has confirmed that, {amount} are returned to {address} on {source}.",
  "pay.bridge.refunding":
    "The bridge did not deliver, and the payment was not made. It returns {amount} to {address} on {source}, usually within hours; there is nothing to do for it. You can pay again now.",
  "pay.bridge.refunded":
    "The bridge did not deliver, and {amount} are back at {address} on {source}. Nothing was paid; you can pay again.",
  "pay.bridge.failed":
    "The bridge did not deliver, and has not returned {amount} for a week. Ask the support of Across with the number and the hash below. The payment was not made.",
  "pay.bridge.coming": "On its way from another network: {amount}. Left to pay: {left}.",
  "pay.bridge.several":
    "Each recipient is paid by a deposit of its own. One that is not delivered comes back alone, and the others stand.",
  "pay.bridge.more": {
    one: "Your wallet is asked for each deposit. After this one, one more follows.",
    other: "Your wallet is asked for each deposit. After this one, {count} more follow.",
  },
  "pay.bridge.next": {
    one: "One more payment follows. This page asks for it as soon as this one is seen.",
    other: "{count} more payments follow. This page asks for the next one as soon as this one is seen.",
  },
  "pay.bridge.number": "Number at the bridge",
  "pay.bridge.sourceHash": "Transaction on {source}",
  "pay.bridge.refundHash": "Transaction of the return",
  "pay.bridge.surplus": "The bridge brought {amount} {symbol} more than asked. The recipient has all of it.",
  "pay.trouble.price_renewed":
    "The price has run out and was renewed. It was {before} and is now {after}. Check it and go on.",
  "pay.trouble.no_route":
    "Nobody brings this payment from there at a fair price at the moment. Nothing was paid; choose another way.",
  "pay.trouble.bridge_away":
    "The bridge does not answer at the moment. Nothing was paid; choose another way or try again.",
  "pay.trouble.bridge_no_safe":
    "A Safe can pay on the payment's own network only. Nothing was paid; choose that way.",
} as const satisfies Readonly<Record<string, Message>>;
