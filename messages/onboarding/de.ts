import type { TranslationOf } from "@/messages/message";
import type { onboarding as source } from "@/messages/onboarding/en";

export const onboarding: TranslationOf<typeof source> = {
  "onboarding.title": "Einladung",
  "onboarding.step": "Schritt {step} von {steps}",
  "onboarding.wallet": "Ihre Wallet",
  "onboarding.noScript":
    "Diese Seite braucht JavaScript, um eine Wallet zu verbinden. Was Sie vereinbaren würden, steht hier vollständig.",

  "onboarding.welcome.title": "{partner} lädt Sie ein, sich in Stablecoins bezahlen zu lassen",
  "onboarding.welcome.text":
    "{partner} möchte Zahlungslinks für Sie erstellen. Lesen Sie, was das bedeutet und was es kostet. Vereinbart ist nichts, bis Sie am Ende zustimmen.",
  "onboarding.welcome.until": "Diese Einladung gilt einmal, bis {date}.",
  "onboarding.welcome.goOn": "Weiter",
  "onboarding.welcome.note": "Sie melden sich mit Ihrer Wallet an. Das kostet nichts und bewegt kein Geld.",

  "onboarding.connect.title": "Verbinden Sie die Wallet, auf die gezahlt werden soll",
  "onboarding.connect.text":
    "Die Wallet unterschreibt eine Nachricht und zeigt damit, dass sie Ihnen gehört. Das kostet nichts und bewegt kein Geld.",
  "onboarding.connect.sign": "Unterschreiben Sie die Nachricht in Ihrer Wallet.",

  "onboarding.destination.title": "Wo Sie bezahlt werden",
  "onboarding.destination.text":
    "Zahlungen gehen direkt an Ihre Wallet. Wählen Sie das Netzwerk und den Token, den Sie erhalten möchten.",
  "onboarding.destination.chain": "Netzwerk",
  "onboarding.destination.token": "Token",
  "onboarding.destination.chooseChain": "Netzwerk wählen",
  "onboarding.destination.chooseToken": "Token wählen",
  "onboarding.destination.current": "(jetzt)",
  "onboarding.destination.paidIn": "{token} auf {network}",
  "onboarding.destination.use": "Dieses Ziel verwenden",
  "onboarding.destination.change": "Ein anderes wählen",
  "onboarding.destination.changeNote":
    "Die Änderung gilt für alles, was an diese Wallet gezahlt wird: für Links, die von nun an entstehen, nicht für vorhandene.",
  "onboarding.destination.create": "Ziel anlegen",
  "onboarding.destination.update": "Ziel ändern",

  "onboarding.review.title": "Prüfen Sie, was Sie vereinbaren",
  "onboarding.review.text":
    "Das ist alles. Es bleibt bei Ihrem Konto gespeichert, und Sie können es jederzeit wieder lesen.",
  "onboarding.review.paidTo": "Sie werden bezahlt",
  "onboarding.review.agree": "Zustimmen und mit {partner} verbinden",
  "onboarding.review.free": "Die Zustimmung kostet nichts und bewegt kein Geld.",

  "onboarding.access.title": "Was {partner} darf",
  "onboarding.access.text":
    "In Ihrem Konto entsteht eine neue Client-ID namens {name}. Damit erstellt {partner} Zahlungslinks, die an Sie zahlen.",
  "onboarding.access.domains": "Websites, die sie verwenden dürfen:",
  "onboarding.access.custody":
    "{partner} kann Ihr Geld weder verwahren noch umleiten: Solche Links zahlen an Ihre Wallet und an niemanden sonst, abgesehen von den Gebühren unten. {partner} sieht die Client-ID, Ihre Wallet und was über seine Links gezahlt wird.",

  "onboarding.fee.title": "Was es kostet",
  "onboarding.fee.none": "{partner} nimmt keine Gebühr.",
  "onboarding.fee.incoming.payer": "{percent} zusätzlich zu jeder Zahlung an Sie. Der Zahler trägt sie.",
  "onboarding.fee.incoming.recipient":
    "{percent} von jeder Zahlung an Sie. Sie werden von dem abgezogen, was Sie erhalten.",
  "onboarding.fee.outgoing.payer": "{percent} zusätzlich zu jeder Zahlung, die Sie leisten. Sie tragen sie.",
  "onboarding.fee.outgoing.recipient":
    "{percent} von jeder Zahlung, die Sie leisten. Sie werden von dem abgezogen, was der Empfänger erhält.",
  "onboarding.fee.cap": "Höchstens {cap} USD je Zahlung.",
  "onboarding.fee.changes":
    "{partner} kann die Gebühr für spätere Links ändern; ein vorhandener Link behält seine. Ihr Dashboard zeigt die geltende Gebühr neben der vereinbarten, und Sie können jederzeit gehen.",

  "onboarding.example.incoming": "Beispiel: Sie fordern {amount}",
  "onboarding.example.outgoing": "Beispiel: Sie zahlen jemandem {amount}",
  "onboarding.example.payer": "Der Zahler zahlt",
  "onboarding.example.youGet": "Sie erhalten",
  "onboarding.example.youPay": "Sie zahlen",
  "onboarding.example.recipient": "Der Empfänger erhält",
  "onboarding.example.partner": "{partner} erhält",
  "onboarding.example.service": "Dieser Dienst erhält",

  "onboarding.screening.title": "Wer geprüft wird",
  "onboarding.screening.yours":
    "Sie wählen, ob die Wallets Ihrer Zahler geprüft werden. {partner} entscheidet das nicht.",
  "onboarding.screening.none": "Niemand: Die Wallets Ihrer Zahler werden nicht geprüft.",
  "onboarding.screening.by":
    "Die Wallets Ihrer Zahler werden von {provider} geprüft. Eine abgelehnte Wallet kann Ihnen nichts zahlen.",
  "onboarding.screening.backup":
    "{provider} wird nur gefragt, wenn der erste Anbieter nicht antworten kann. Eine Ablehnung ist endgültig.",
  "onboarding.screening.fixed":
    "Das entscheidet {partner}. Sie können es im Dashboard sehen, aber nicht ändern.",
  "onboarding.screening.choose": "Wallets Ihrer Zahler prüfen",
  "onboarding.screening.later": "Sie können das später im Dashboard ändern.",
  "onboarding.screening.placeholder": "Wählen",
  "onboarding.screening.choiceNone": "Nicht prüfen",

  "onboarding.look.title": "Wie es aussieht",
  "onboarding.look.partner": "Ihre Zahler sehen eine Bezahlseite mit Namen und Farben von {partner}.",
  "onboarding.look.plain":
    "Ihre Zahler sehen die Bezahlseite in ihren eigenen Farben, ohne einen anderen Namen.",

  "onboarding.leave.title": "Wie Sie gehen",
  "onboarding.leave.text":
    "Sie können die Verbindung jederzeit im Dashboard lösen, ohne zu fragen. {partner} kann dann keine Links mehr für Sie erstellen; vorhandene Links können noch bezahlt werden. Eine gelöste Client-ID kann nicht wieder verbunden werden.",

  "onboarding.done.title": "Sie sind verbunden",
  "onboarding.done.text": "{partner} kann nun mit der Client-ID {name} Zahlungslinks für Sie erstellen.",
  "onboarding.done.clientId": "Client-ID",
  "onboarding.done.dashboard": "Dashboard öffnen",
  "onboarding.done.close":
    "Sie können diese Seite schließen. Was Sie vereinbart haben, steht im Dashboard unter Partners.",

  "onboarding.used.title": "Diese Einladung wurde schon verwendet",
  "onboarding.used.text":
    "Sie gilt einmal. Wenn Sie es waren, steht alles in Ihrem Dashboard. Wenn nicht, bitten Sie {partner} um eine neue.",
  "onboarding.expired.title": "Zu spät: Diese Einladung ist abgelaufen",
  "onboarding.expired.text": "Es wurde nichts vereinbart. Bitten Sie {partner} um eine neue.",
  "onboarding.not_found.title": "Ungültiger Link: Keine Einladung gefunden",
  "onboarding.not_found.text":
    "Die Adresse dieser Seite ist unvollständig, oder die Einladung gibt es nicht. Bitten Sie den Absender noch einmal darum.",

  "onboarding.trouble.session_ended":
    "Ihre Sitzung ist beendet. Verbinden Sie Ihre Wallet erneut. Bisher wurde nichts vereinbart.",
  "onboarding.trouble.terms_changed":
    "Die Bedingungen haben sich geändert, seit Sie diese Seite geöffnet haben; darum wurde nichts vereinbart. Lesen Sie sie noch einmal.",
  "onboarding.trouble.destination_gone":
    "Diese Wallet hat kein aktives Ziel mehr; darum wurde nichts vereinbart. Wählen Sie wieder eines.",
  "onboarding.trouble.unreachable":
    "Der Dienst ist nicht erreichbar. Ob Ihr letzter Schritt ankam, ist nicht sicher. Versuchen Sie es gleich noch einmal.",
  "onboarding.trouble.refused": "Der Dienst hat das nicht angenommen. Es wurde nichts vereinbart.",
  "onboarding.trouble.sign_in":
    "Der Dienst hat die Anmeldung nicht angenommen. Versuchen Sie es gleich noch einmal.",

  "onboarding.confirm.title": "Diese Änderung bestätigen",
  "onboarding.confirm.text": "Noch wurde nichts geändert.",
  "onboarding.confirm.no": "Jetzt nicht",
  "onboarding.confirm.yes": "Bestätigen",
  "onboarding.confirm.with": "Mit {wallet} bestätigen",
  "onboarding.confirm.account": "Konto: {account}",
  "onboarding.confirm.signing":
    "Ihre Wallet zeigt dieselben Worte. Unterschreiben Sie dort, wenn Sie das wollen; es kostet nichts und bewegt kein Geld.",
  "onboarding.confirm.device":
    "Ihr Gerät fragt nach Fingerabdruck, Gesicht oder PIN. Es wird nichts bezahlt.",
  "onboarding.confirm.passkey": "Mit einem Passkey bestätigen",
  "onboarding.confirm.any": "Jede dieser Wallets kann es bestätigen:",
  "onboarding.confirm.other":
    "Mit {wallet} melden Sie sich nicht an. Wählen Sie eine der hier genannten Wallets.",
  "onboarding.confirm.password": "Passwort des Kontos",
};
