import type { exchange as source } from "@/messages/exchange/en";
import type { TranslationOf } from "@/messages/message";

export const exchange: TranslationOf<typeof source> = {
  "pay.field.depositAddress": "die Adresse für die Überweisung",
  "pay.exchange.open": "Von einer Börse oder beliebigen Wallet senden",
  "pay.exchange.asking": "Die Adresse für diese Zahlung wird geholt.",
  "pay.exchange.failed":
    "Der Dienst hat nicht geantwortet, oder für diese Zahlung gibt es gerade keinen Kurs. Es wurde nichts gesendet; versuchen Sie es erneut.",
  "pay.exchange.onlyNetwork":
    "Wählen Sie {network} als Netzwerk der Überweisung. In einem anderen Netzwerk kommt das Geld hier nicht an.",
  "pay.exchange.amount": "Betrag, der ankommen muss",
  "pay.exchange.deducts":
    "Börsen ziehen ihre Gebühr von dem ab, was sie senden. Achten Sie darauf, dass genau dieser Betrag in {symbol} ankommt.",
  "pay.exchange.address": "Adresse",
  "pay.exchange.onlyToken":
    "Senden Sie nur {symbol}, und nur auf {network}. Diese Adresse gehört allein zu dieser Zahlung.",
  "pay.exchange.later": "Was später ankommt, zählt zum Kurs seines Zeitpunkts.",
  "pay.exchange.checked":
    "Diese Seite hat die Adresse selbst aus dem berechnet, was hier steht: Sie kann nur diesen Empfänger und die Gebühren dieser Zahlung bezahlen.",
  "pay.exchange.short":
    "Kommt weniger an, bleibt die Zahlung offen: Diese Seite sagt, was fehlt, und dieselbe Adresse nimmt den Rest.",
  "pay.exchange.watching":
    "Diese Seite bemerkt die Überweisung von selbst. Sie können sie schließen: Die Zahlung geht ohne sie weiter.",
  "pay.exchange.wrongNetwork": "In einem anderen Netzwerk oder in anderer Währung gesendet?",
  "pay.exchange.wrongNetworkHow":
    "Nur {symbol} auf {network} zählt. Was anders gesendet wurde, zählt hier nicht. Schreiben Sie dem Empfänger und nennen Sie den Hash der Transaktion: In vielen Netzwerken kann er das Geld noch bekommen.",
  "pay.exchange.code.transfer": "QR-Code: {amount} auf {network} senden",
  "pay.exchange.code.address": "QR-Code der Adresse",
  "pay.exchange.code.transferNote": "Enthält Netzwerk, Währung und Betrag. Prüfen Sie sie in Ihrer Wallet.",
  "pay.exchange.code.addressNote": "Enthält nur die Adresse: Geben Sie Netzwerk und Betrag von Hand ein.",
  "pay.exchange.code.showTransfer": "Code mit Netzwerk und Betrag",
  "pay.exchange.code.showAddress": "Nur die Adresse, falls Ihre App diesen Code nicht liest",
  "pay.exchange.refused.title": "Diese Adresse wird nicht gezeigt",
  "pay.exchange.refused.text":
    "Der Dienst hat eine Adresse genannt, die nicht zu dieser Zahlung gehört. Senden Sie nichts. Der Betreiber dieser Seite weiß davon.",
  "pay.exchange.unchecked":
    "Ohne JavaScript konnte diese Seite die Adresse nicht prüfen. Vergleichen Sie sie auf einem anderen Gerät, bevor Sie einen großen Betrag senden.",
  "pay.exchange.none.restricted": "Diese Zahlung können nur bestimmte Wallets machen; verbinden Sie eine.",
  "pay.exchange.none.payee_hidden":
    "Der Empfänger hält seine Adresse privat; verbinden Sie für diese Zahlung eine Wallet.",
  "pay.exchange.none.too_many": "Diese Zahlung hat schon zu viele Adressen. Verbinden Sie eine Wallet.",
  "pay.exchange.none.bundle":
    "Hier werden mehrere Zahlungen zusammen gemacht; verbinden Sie dafür eine Wallet.",
  "pay.exchange.none.recurring": "Diese Zahlung wird von der Wallet genommen, die ihr zugestimmt hat.",
  "pay.exchange.none.to_bank": "Diese Zahlung geht auf ein Bankkonto; verbinden Sie dafür eine Wallet.",
  "pay.exchange.none.native_coin":
    "Die Münze dieses Netzwerks kann nicht an eine solche Adresse gesendet werden. Verbinden Sie eine Wallet.",
  "pay.exchange.none.network":
    "In diesem Netzwerk gibt es solche Adressen noch nicht. Verbinden Sie eine Wallet.",
  "pay.exchange.none.terms":
    "Die Gebühren dieser Zahlung passen nicht in eine solche Adresse. Verbinden Sie eine Wallet.",
  "pay.exchange.none.nothing": "Im Moment ist nichts zu zahlen.",
};
