import type { Message } from "@/messages/message";

/** Texts of the page on which a platform agrees to a partner's terms. */
export const onboarding = {
  "onboarding.title": "Invitation",
  "onboarding.step": "Step {step} of {steps}",
  "onboarding.wallet": "Your wallet",
  "onboarding.noScript":
    "This page needs JavaScript to connect a wallet. What you would agree to is written here in full.",

  "onboarding.welcome.title": "{partner} invites you to get paid in stablecoins",
  "onboarding.welcome.text":
    "{partner} wants to create payment links for you. Read what that means and what it costs. Nothing is agreed until you say so at the end.",
  "onboarding.welcome.until": "This invitation can be used once, until {date}.",
  "onboarding.welcome.goOn": "Continue",
  "onboarding.welcome.note": "You sign in with your wallet. That costs nothing and moves no money.",

  "onboarding.connect.title": "Connect the wallet you want to be paid to",
  "onboarding.connect.text":
    "The wallet signs a message to prove that it is yours. That costs nothing and moves no money.",
  "onboarding.connect.sign": "Sign the message in your wallet.",

  "onboarding.destination.title": "Where you are paid",
  "onboarding.destination.text":
    "Payments go straight to your wallet. Choose the network and the token you want to receive.",
  "onboarding.destination.chain": "Chain",
  "onboarding.destination.token": "Token",
  "onboarding.destination.chooseChain": "Choose a chain",
  "onboarding.destination.chooseToken": "Choose a token",
  "onboarding.destination.current": "(current)",
  "onboarding.destination.paidIn": "{token} on {network}",
  "onboarding.destination.use": "Use this destination",
  "onboarding.destination.change": "Choose another one",
  "onboarding.destination.changeNote":
    "The change holds for everything that is paid to this wallet: links made from now on use it, links that exist do not.",
  "onboarding.destination.create": "Create destination",
  "onboarding.destination.update": "Update destination",

  "onboarding.review.title": "Review what you agree to",
  "onboarding.review.text":
    "This is everything. It is kept with your account, and you can read it again at any time.",
  "onboarding.review.paidTo": "You are paid",
  "onboarding.review.agree": "Agree and link to {partner}",
  "onboarding.review.free": "Agreeing costs nothing and moves no money.",

  "onboarding.access.title": "What {partner} may do",
  "onboarding.access.text":
    "A new client ID called {name} is made in your account. With it, {partner} creates payment links that pay you.",
  "onboarding.access.domains": "Websites that may use it:",
  "onboarding.access.custody":
    "{partner} can neither hold nor redirect your money: such links pay your wallet and nobody else, apart from the fees below. {partner} sees the client ID, your wallet, and what is paid by its links.",

  "onboarding.fee.title": "What it costs",
  "onboarding.fee.none": "{partner} takes no fee.",
  "onboarding.fee.incoming.payer": "{percent} on top of each payment to you. The payer bears it.",
  "onboarding.fee.incoming.recipient": "{percent} of each payment to you. It is taken off what you receive.",
  "onboarding.fee.outgoing.payer": "{percent} on top of each payment that you make. You bear it.",
  "onboarding.fee.outgoing.recipient":
    "{percent} of each payment that you make. It is taken off what the recipient gets.",
  "onboarding.fee.cap": "At most {cap} USD a payment.",
  "onboarding.fee.changes":
    "{partner} can change its fee for links made later; a link that exists keeps its own. Your dashboard shows the fee in force beside the one you agreed to, and you can leave at any time.",

  "onboarding.example.incoming": "Example: you ask for {amount}",
  "onboarding.example.outgoing": "Example: you pay {amount} to somebody",
  "onboarding.example.payer": "The payer pays",
  "onboarding.example.youGet": "You receive",
  "onboarding.example.youPay": "You pay",
  "onboarding.example.recipient": "The recipient gets",
  "onboarding.example.partner": "{partner} receives",
  "onboarding.example.service": "This service receives",

  "onboarding.screening.title": "Who is checked",
  "onboarding.screening.yours":
    "You choose whether the wallets of your payers are checked. {partner} does not decide it.",
  "onboarding.screening.none": "Nobody: the wallets of your payers are not checked.",
  "onboarding.screening.by":
    "The wallets of your payers are checked by {provider}. A wallet that is rejected cannot pay you.",
  "onboarding.screening.backup":
    "{provider} is asked only when the first cannot answer. A rejection is final.",
  "onboarding.screening.fixed":
    "{partner} decides this. You can see it in your dashboard, but not change it.",
  "onboarding.screening.choose": "Check the wallets of your payers",
  "onboarding.screening.later": "You can change this later in your dashboard.",
  "onboarding.screening.placeholder": "Choose",
  "onboarding.screening.choiceNone": "Do not check them",

  "onboarding.look.title": "How it looks",
  "onboarding.look.partner": "Your payers see a payment page with the name and the colours of {partner}.",
  "onboarding.look.plain": "Your payers see the payment page in its own colours, without another name.",

  "onboarding.leave.title": "How to leave",
  "onboarding.leave.text":
    "You can unlink in your dashboard whenever you like, without asking. {partner} then can create no more links for you; links that exist can still be paid. A client ID that was unlinked cannot be linked again.",

  "onboarding.done.title": "You are linked",
  "onboarding.done.text": "{partner} can now create payment links for you with the client ID {name}.",
  "onboarding.done.clientId": "Client ID",
  "onboarding.done.dashboard": "Open the dashboard",
  "onboarding.done.close": "You can close this page. What you agreed to is in the dashboard under Partners.",

  "onboarding.used.title": "This invitation was used already",
  "onboarding.used.text":
    "It works once. If it was you, everything is in your dashboard. If not, ask {partner} for a new one.",
  "onboarding.expired.title": "Too late: this invitation has expired",
  "onboarding.expired.text": "Nothing was agreed. Ask {partner} for a new one.",
  "onboarding.not_found.title": "Invalid link: no invitation was found",
  "onboarding.not_found.text":
    "The address of this page is not complete, or the invitation does not exist. Ask the sender for it again.",

  "onboarding.trouble.session_ended":
    "Your session has ended. Connect your wallet again. Nothing was agreed so far.",
  "onboarding.trouble.terms_changed":
    "The terms have changed since you opened this page, so nothing was agreed. Read them again.",
  "onboarding.trouble.destination_gone":
    "This wallet has no active destination any more, so nothing was agreed. Choose one again.",
  "onboarding.trouble.unreachable":
    "The service cannot be reached. It is not certain whether your last step arrived. Try again in a moment.",
  "onboarding.trouble.refused": "The service did not accept this. Nothing was agreed.",
  "onboarding.trouble.sign_in": "The service did not take the sign-in. Try again in a moment.",

  "onboarding.confirm.title": "Confirm this change",
  "onboarding.confirm.text": "Nothing has been changed yet.",
  "onboarding.confirm.no": "Not now",
  "onboarding.confirm.yes": "Confirm",
  "onboarding.confirm.with": "Confirm with {wallet}",
  "onboarding.confirm.account": "Account: {account}",
  "onboarding.confirm.signing":
    "Your wallet shows the same words. Sign there if that is what you want; signing costs nothing and moves no money.",
  "onboarding.confirm.device": "Your device asks for your fingerprint, face or PIN. Nothing is paid.",
  "onboarding.confirm.passkey": "Confirm with a passkey",
  "onboarding.confirm.any": "Any of these wallets can confirm it:",
  "onboarding.confirm.other": "{wallet} is no wallet that you sign in with. Choose one of those named here.",
  "onboarding.confirm.password": "Password of the account",
} as const satisfies Readonly<Record<string, Message>>;
