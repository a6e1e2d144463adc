import type { crosschain as source } from "@/messages/crosschain/en";
import type { TranslationOf } from "@/messages/message";

export const crosschain: TranslationOf<typeof source> = {
  "pay.field.refund": "wer das Geld zurückbekommt, wenn es nicht ankommt",
  "pay.field.deadline": "die Frist der Brücke oder die Uhr dieses Geräts",
  "pay.bridge.direct": "Direkt, ohne Brücke",
  "pay.bridge.about":
    "Etwa {needed} {symbol}, davon {fee} {symbol} für die Brücke. Meist innerhalb einer Minute.",
  "pay.bridge.short": "Nicht genug: Es braucht {needed} {symbol}, und Sie haben dort {balance} {symbol}.",
  "pay.bridge.unknown":
    "Dieses Netzwerk hat nicht rechtzeitig geantwortet; was Sie dort haben, weiß deshalb niemand.",
  "pay.bridge.others": "Wo Ihre Wallet zu wenig hat",
  "pay.bridge.away":
    "Aus einem anderen Netzwerk kann gerade nicht bezahlt werden, weil die Brücke nicht antwortet. Auf {network} geht es wie immer.",
  "pay.bridge.too_low": "Aus einem anderen Netzwerk können nur Beträge über 1 USD bezahlt werden.",
  "pay.bridge.only":
    "Diese Zahlungen können nur aus einem anderen Netzwerk gemacht werden, und im Moment ist keines nutzbar, in dem Ihre Wallet genug hat.",
  "pay.bridge.how":
    "Ihre {symbol} auf {source} gehen an die Brücke Across, die den Empfänger auf {network} bezahlt. Wenn bis {date} niemand liefert, kommt alles in Ihre Wallet auf {source} zurück.",
  "pay.bridge.fee": "Gebühr der Brücke",
  "pay.bridge.arrives": "Kommt an auf {network}",
  "pay.bridge.until": "Preis gilt bis",
  "pay.bridge.over": "Dieser Preis ist abgelaufen. Holen Sie den aktuellen, bevor Sie weitergehen.",
  "pay.bridge.renew": "Aktuellen Preis holen",
  "pay.bridge.known":
    "Es geht an den bekannten Vertrag der Brücke Across auf {network}, nur für diesen Empfänger.",
  "pay.bridge.title": "Unterwegs von {source}",
  "pay.bridge.legs": "Wo das Geld ist",
  "pay.bridge.leaves": "Verlässt {source}",
  "pay.bridge.left": "Hat {source} verlassen",
  "pay.bridge.arriving": "Kommt auf {network} an",
  "pay.bridge.arrived": "Auf {network} angekommen",
  "pay.bridge.paying": "An den Empfänger bezahlt",
  "pay.bridge.paid": "An den Empfänger bezahlt",
  "pay.bridge.usual":
    "Das dauert meist weniger als eine Minute. Sie können diese Seite schließen: Die Zahlung geht ohne sie weiter.",
  "pay.bridge.otherwise":
    "Wenn bis {date} niemand liefert, kommen {amount} zu {address} auf {source} zurück.",
  "pay.bridge.filled": "Der Empfänger hat das Geld. Es zählt, sobald das Netzwerk es bestätigt hat.",
  "pay.bridge.callFailed":
    "Die Brücke hat das Geld dem Empfänger direkt gegeben. Es zählt als diese Zahlung.",
  "pay.bridge.expired.title": "Nicht rechtzeitig geliefert",
  "pay.bridge.expired":
    "Die Brücke hat nicht rechtzeitig geliefert. Sobald {network} das bestätigt hat, gehen {amount} zurück an {address} auf {source}.",
  "pay.bridge.refunding":
    "Die Brücke hat nicht geliefert, die Zahlung wurde nicht ausgeführt. Sie gibt {amount} an {address} auf {source} zurück, meist innerhalb von Stunden; dafür ist nichts zu tun. Sie können jetzt erneut bezahlen.",
  "pay.bridge.refunded":
    "Die Brücke hat nicht geliefert, und {amount} sind wieder bei {address} auf {source}. Es wurde nichts bezahlt; Sie können erneut bezahlen.",
  "pay.bridge.failed":
    "Die Brücke hat nicht geliefert und {amount} seit einer Woche nicht zurückgegeben. Fragen Sie den Support von Across mit der Nummer und dem Hash unten. Die Zahlung wurde nicht ausgeführt.",
  "pay.bridge.coming": "Von einem anderen Netzwerk unterwegs: {amount}. Noch zu zahlen: {left}.",
  "pay.bridge.several":
    "Jeder Empfänger wird durch eine eigene Einzahlung bezahlt. Wird eine nicht zugestellt, kommt nur sie zurück; die anderen bleiben bestehen.",
  "pay.bridge.more": {
    one: "Ihre Wallet wird nach jeder Einzahlung gefragt. Nach dieser folgt noch eine.",
    other: "Ihre Wallet wird nach jeder Einzahlung gefragt. Nach dieser folgen noch {count}.",
  },
  "pay.bridge.next": {
    one: "Noch eine Zahlung folgt. Diese Seite fragt danach, sobald diese hier zu sehen ist.",
    other:
      "Noch {count} Zahlungen folgen. Diese Seite fragt nach der nächsten, sobald diese hier zu sehen ist.",
  },
  "pay.bridge.number": "Nummer bei der Brücke",
  "pay.bridge.sourceHash": "Transaktion auf {source}",
  "pay.bridge.refundHash": "Transaktion der Rückgabe",
  "pay.bridge.surplus":
    "Die Brücke hat {amount} {symbol} mehr gebracht als verlangt. Der Empfänger hat alles.",
  "pay.trouble.price_renewed":
    "Der Preis ist abgelaufen und wurde erneuert. Er war {before} und ist jetzt {after}. Prüfen Sie ihn und gehen Sie weiter.",
  "pay.trouble.no_route":
    "Von dort bringt gerade niemand diese Zahlung zu einem fairen Preis. Es wurde nichts bezahlt; wählen Sie einen anderen Weg.",
  "pay.trouble.bridge_away":
    "Die Brücke antwortet gerade nicht. Es wurde nichts bezahlt; wählen Sie einen anderen Weg oder versuchen Sie es erneut.",
  "pay.trouble.bridge_no_safe":
    "Ein Safe kann nur im eigenen Netzwerk der Zahlung bezahlen. Es wurde nichts bezahlt; wählen Sie diesen Weg.",
};
