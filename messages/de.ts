import { crosschain } from "@/messages/crosschain/de";
import type { en } from "@/messages/en";
import { exchange } from "@/messages/exchange/de";
import type { TranslationOf } from "@/messages/message";
import { onboarding } from "@/messages/onboarding/de";

export const de: TranslationOf<typeof en> = {
  "frame.language": "Sprache",
  "frame.notReady": "Die Schaltflächen dieser Seite sind noch nicht bereit.",
  "frame.loadAgain": "Seite neu laden",
  "frame.terms": "Bedingungen",
  "frame.privacy": "Datenschutz",
  "frame.poweredBy": "Bezahlseite von {name}",

  "away.title": "Gleich wieder da",
  "away.text":
    "Der Dienst ist für einen Moment nicht erreichbar. Nichts, was Sie gesendet haben, geht verloren, und Sie müssen nicht noch einmal zahlen. Diese Seite lädt in {seconds} s neu.",
  "busy.title": "Zu viele Aufrufe",
  "busy.text":
    "Aus Ihrem Netz wurden zu viele Seiten geöffnet. Mit Ihrer Zahlung ist alles in Ordnung. Diese Seite lädt in {seconds} s neu.",

  "common.copy": "Kopieren",
  "common.copied": "Kopiert",
  "common.copyWhat": "{what} kopieren",
  "common.copiedWhat": "{what} kopiert",
  "common.back": "Zurück",
  "common.tryAgain": "Noch einmal versuchen",
  "common.loading": "Wird geladen",

  "pay.title": "Zahlung",
  "pay.titleTo": "Zahlung an {name}",
  "pay.to": "an {name}",
  "pay.connect": "Wallet verbinden",
  "pay.showDetails": "Einzelheiten anzeigen",
  "pay.hideDetails": "Einzelheiten ausblenden",
  "pay.youPay": "Sie zahlen",
  "pay.youPaid": "Sie haben gezahlt",
  "pay.paid": "Bezahlt",
  "pay.asked": "Gefordert",
  "pay.on": "auf {network}",
  "pay.reference": "Referenz",
  "pay.approvedBy": "Genehmigt von",
  "pay.recipient": "Empfänger",
  "pay.recipients": { one: "{count} Empfänger", other: "{count} Empfänger" },
  "pay.verifiedWallet": "Nachgewiesene Wallet",
  "pay.verifiedWalletOf": "Nachgewiesene Wallet von {name}",
  "pay.verifiedNote":
    "Wem das Konto gehört, das um diese Zahlung bittet, hat mit einer Signatur nachgewiesen, dass diese Wallet ihm gehört. Den Namen hat er selbst gewählt; niemand hat ihn geprüft.",
  "pay.recipientMasked":
    "Der Empfänger hält die vollständige Adresse geheim. Die Seite prüft sie, bevor Sie unterschreiben.",
  "pay.network": "Netzwerk",
  "pay.amount": "Betrag",
  "pay.payment": "Zahlung {number}",
  "pay.total": "Summe",
  "pay.paymentReference": "Referenz auf der Blockchain",
  "pay.expires": "Zahlbar bis",
  "pay.feeIncluded": "{label}, trägt der Empfänger",
  "pay.feeAdded": "{label}, kommt hinzu",
  "pay.feeWithin": "davon {label}",
  "pay.explorer": "Im Block-Explorer ansehen",
  "pay.hash": "Transaktions-Hash",
  "pay.testnet": "Testnetz: kein echtes Geld",
  "pay.noScript":
    "Diese Seite braucht JavaScript, um eine Wallet zu verbinden. Was zu zahlen ist, steht hier, damit Sie es mit der Seite auf einem anderen Gerät vergleichen können.",
  "pay.noScriptHow":
    "Überweisen Sie den Betrag nicht von Hand an den Empfänger: Eine solche Überweisung trägt keine Referenz und ist von anderen nicht zu unterscheiden.",
  "pay.device.open": "Keine Wallet auf diesem Gerät?",
  "pay.device.qr": "QR-Code dieser Seite",
  "pay.device.scan": "Scannen Sie den Code mit einem Telefon, auf dem eine Wallet ist.",
  "pay.device.walletBrowser":
    "Öffnet sich die Seite und findet keine Wallet, kopieren Sie den Link in den Browser innerhalb der Wallet-App.",
  "pay.device.goOn": "Verbinden und zahlen Sie dort. Diese Seite bemerkt es von selbst.",
  "pay.device.inApp": "Öffnen Sie diese Seite im Browser Ihrer Wallet-App.",
  "pay.device.link": "Link zu dieser Seite",
  "pay.device.uri": "Die Zahlung selbst scannen",
  "pay.device.uriNote":
    "Für Wallets, die Aufrufe von Verträgen lesen (EIP-681). Nicht alle tun das. Gehen Sie nur weiter, wenn Ihre diesen Vertrag und genau diesen Betrag zeigt:",
  "pay.device.request": "Anforderung",
  "pay.device.uriApprove": "Dem Vertrag erlauben, {amount} zu nehmen, und warten, bis das bestätigt ist",
  "pay.device.uriPay": "{amount} auf {network} zahlen",
  "pay.safetyNote": "Das Verbinden zeigt uns die Adresse Ihrer Wallet. Es bewegt kein Geld.",
  "pay.offline": "Sie sind offline. Nichts ist verloren: Die Seite macht weiter, sobald Sie zurück sind.",
  "pay.silent.title": "Der Dienst ist nicht erreichbar",
  "pay.silent":
    "Der Dienst ist im Moment nicht erreichbar. Nichts ist verloren: Diese Seite fragt von selbst weiter nach und macht weiter, sobald eine Antwort kommt.",
  "pay.hidden.title": "Eine Zahlungsanforderung für Sie",
  "pay.hidden.text":
    "Der Empfänger zeigt Betrag und Einzelheiten nur Wallets, die seine Prüfung bestehen. Verbinden Sie Ihre Wallet, um weiterzugehen.",
  "pay.connect.title": "Wallet verbinden",
  "pay.connect.tronOnly": "Diese Zahlung läuft über Tron, darum können nur Tron-Wallets sie zahlen.",
  "pay.checking.title": "Ihre Wallet wird geprüft",
  "pay.checking.text":
    "Wir fragen, ob diese Wallet zahlen darf und was sie enthält. Das dauert einen Moment.",
  "pay.wallet": "Wallet",
  "pay.changeWallet": "Andere Wallet verwenden",
  "pay.contact.of": "Fragen? {name} ist erreichbar unter",
  "pay.contact.unnamed": "Fragen? Der Empfänger ist erreichbar unter",
  "pay.contact.own":
    "Diesen Kontakt haben sie selbst angegeben; er ist hier nicht geprüft. Niemand braucht die geheimen Wörter Ihrer Wallet, um Ihnen zu helfen.",
  "pay.contact.subject": "Zahlung {reference}",
  "pay.choose.title": "Wählen Sie, womit Sie zahlen",
  "pay.choose.label": "Ich möchte zahlen mit",
  "pay.choose.option": "{symbol} auf {network}",
  "pay.choose.balance": "Sie haben {balance} {symbol}",
  "pay.choose.same": "Netzwerk und Token wie gefordert: kein Tausch, keine Bridge.",
  "pay.choose.continue": "Weiter",
  "pay.choose.switch":
    "Ihre Wallet ist in einem anderen Netzwerk. Sie wird Sie bitten, zu {network} zu wechseln.",
  "pay.choose.switchButton": "Weiter auf {network}",
  "pay.switching.title": "Zu {network} wechseln",
  "pay.switching.text": "Bestätigen Sie den Wechsel des Netzwerks in Ihrer Wallet.",
  "pay.switching.late":
    "Ihre Wallet hat noch nicht geantwortet. Öffnen Sie sie und suchen Sie eine Frage, oder wählen Sie {network} dort selbst. Nichts wurde unterschrieben; Sie können zurückgehen.",
  "pay.preparing.title": "Die Zahlung wird vorbereitet",
  "pay.preparing.text":
    "Wir stellen die Transaktion zusammen und vergleichen sie mit dem, was Sie hier sehen.",
  "pay.preparing.late":
    "Es dauert länger als üblich. Nichts wurde unterschrieben; Sie können zurückgehen und es erneut versuchen.",
  "pay.short.title": "Nicht genug {symbol}",
  "pay.short.text":
    "Die Zahlung braucht {needed} {symbol} auf {network}. Sie haben {balance} {symbol}, es fehlen also {missing} {symbol}.",
  "pay.short.how": "Senden Sie {symbol} auf {network} an Ihre Wallet und sehen Sie dann noch einmal nach.",
  "pay.shortGas.title": "Nicht genug {symbol} für die Netzwerkgebühr",
  "pay.shortGas.text":
    "Das Netzwerk verlangt für diese Zahlung etwa {needed} {symbol}. Ihre Wallet hat {balance}; es fehlen etwa {missing} {symbol}.",
  "pay.yourAddress": "Adresse Ihrer Wallet",
  "pay.lookAgain": "Noch einmal nachsehen",
  "pay.review.title": "Prüfen und zahlen",
  "pay.review.batchTitle": "Prüfen und in einem Schritt zahlen",
  "pay.review.batchText": "Ihre Wallet führt alles davon zusammen aus oder nichts:",
  "pay.review.approveTitle": "Zuerst die Zahlung freigeben",
  "pay.review.resetTitle": "Zuerst eine alte Freigabe zurücksetzen",
  "pay.review.approveText":
    "{symbol} braucht Ihre Freigabe, bevor gezahlt werden kann. Sie geben genau {amount} {symbol} frei, nur für diesen Zahlungsvertrag.",
  "pay.review.resetText":
    "{symbol} lässt eine offene Freigabe nicht ändern. Sie wird erst auf null gesetzt, dann auf den genauen Betrag.",
  "pay.review.networkFee": "Netzwerkgebühr, etwa",
  "pay.review.networkFeeUnknown": "zeigt Ihre Wallet",
  "pay.review.leaves": "Verlässt Ihre Wallet",
  "pay.review.later": "Verlässt Ihre Wallet im nächsten Schritt",
  "pay.review.checked": "Geprüft: Ihre Wallet wird genau darum gebeten und um nichts anderes.",
  "pay.review.known": "{contract} ist ein bekannter Zahlungsvertrag auf {network}.",
  "pay.review.knownToken": "Sie geht an den bekannten Vertrag von {symbol} auf {network}.",
  "pay.review.step": "Schritt {step} von {steps}",
  "pay.reset": "Freigabe für {symbol} zurücksetzen",
  "pay.approve": "{amount} {symbol} freigeben",
  "pay.payAmount": "{amount} auf {network} zahlen",
  "pay.amountAnd": "{amount} {symbol}",
  "pay.lastCheck.title": "Eine letzte Prüfung",
  "pay.lastCheck.text":
    "Wir stellen sicher, dass inzwischen niemand bezahlt hat. Dann fragt Ihre Wallet nach.",
  "pay.inWallet": "In Ihrer Wallet bestätigen",
  "pay.inWalletText":
    "Ihre Wallet zeigt die Transaktion. Vergleichen Sie Betrag und Netzwerk und bestätigen Sie dann dort.",
  "pay.inWalletLate":
    "Ihre Wallet hat noch nicht geantwortet. Sehen Sie dort nach: Beantworten Sie ihre Frage, falls sie noch fragt. Hat sie die Zahlung gesendet, bemerkt diese Seite das von selbst. Laden Sie die Seite nur neu, wenn Ihre Wallet weder das eine noch das andere zeigt.",
  "pay.inWalletLateAgain":
    "Ihre Wallet hat noch nicht geantwortet. Sehen Sie dort nach: Beantworten Sie ihre Frage, wenn sie noch fragt. Hat sie die Zahlung gesendet, sieht diese Seite das von selbst. Zeigt sie weder das eine noch das andere, fragen Sie sie erneut: Vorher prüft diese Seite, ob etwas gesendet wurde.",
  "pay.inWalletLatePermission":
    "Ihre Wallet hat noch nicht geantwortet. Sehen Sie dort nach: Beantworten Sie ihre Frage, wenn sie noch fragt. Zeigt sie keine, gehen Sie zurück und versuchen Sie es erneut. Nichts wurde bezahlt.",
  "pay.inWalletNo": "Um zurückzugehen, lehnen Sie dort ab.",
  "pay.askAgain": "Wallet erneut fragen",
  "pay.unanswered":
    "Ihre Wallet wurde schon nach dieser Zahlung gefragt und könnte sie noch senden. Fragt sie noch, lehnen Sie dort ab. Hat sie sie gesendet, warten Sie: Diese Seite sieht das von selbst.",
  "pay.unanswered.sent":
    "Fragt Ihre Wallet noch nach dieser Zahlung, lehnen Sie dort ab. Sonst würde sie zweimal bezahlt.",
  "pay.settling.title": "Warten auf die Freigabe",
  "pay.settling.text": "Das Netzwerk bestätigt sie. Gleich können Sie zahlen.",
  "pay.settling.late":
    "Es dauert länger als sonst. Diese Seite macht von selbst weiter, sobald die Freigabe da ist.",
  "pay.advanced": "Für Fachleute: was Ihre Wallet unterschreibt",
  "pay.advanced.contract": "Vertrag",
  "pay.advanced.function": "Funktion",
  "pay.advanced.value": "Mitgesendete Netzwerkwährung",
  "pay.advanced.data": "Daten",
  "pay.advanced.hiddenData": "nicht gezeigt, weil die private Adresse des Empfängers darin steht",
  "pay.refused.title": "Zu Ihrer Sicherheit angehalten",
  "pay.refused.text":
    "Die Transaktion stimmt nicht mit dem überein, was diese Seite zeigt. Sie wurde darum nicht an Ihre Wallet gegeben. Nichts wurde unterschrieben, nichts bezahlt.",
  "pay.refused.what": "Abweichung: {field}",
  "pay.refused.how":
    "Wir haben den Betreiber dieser Seite benachrichtigt. Versuchen Sie es später noch einmal, oder bitten Sie den Empfänger um einen neuen Link.",
  "pay.confirming.title": "Zahlung gesendet",
  "pay.confirming.waiting": "Warten, bis das Netzwerk sie aufnimmt.",
  "pay.confirming.mined": "Das Netzwerk hat sie aufgenommen. Warten, bis sie zählt.",
  "pay.confirming.progress": "Bestätigt: {count} von {needed}",
  "pay.confirming.amount": "Ein Betrag wie dieser zählt nach {needed} Bestätigungen.",
  "pay.confirming.close": "Sie können diese Seite schließen: Die Zahlung läuft auch ohne sie weiter.",
  "pay.confirming.seen": "Zahlung im Netzwerk gesehen",
  "pay.confirming.late":
    "Es dauert länger als sonst. Sehen Sie in den Aktivitäten Ihrer Wallet nach: Haben Sie die Zahlung dort abgebrochen oder ersetzt, wurde hier nichts bezahlt, und Sie können neu beginnen.",
  "pay.confirming.again": "Neu beginnen",
  "pay.unsent.title": "Noch nicht gesendet",
  "pay.unsent.text":
    "Noch hat niemand bestätigt, dass er annimmt, was Ihre Wallet signiert hat: Das Netzwerk oder der Dienst ist vielleicht überlastet. Es ist nicht bekannt, dass etwas gesendet wurde. Signieren und zahlen Sie dafür nichts anderes: Sie können dieselbe signierte Transaktion noch einmal übergeben; so oft Sie das tun, ausgeführt wird sie höchstens einmal.",
  "pay.unsent.until":
    "Das geht bis {date}; danach kann sie nie mehr ausgeführt werden, und Sie können von vorn beginnen.",
  "pay.unsent.over":
    "Ihre Zeit ist um ({date}). Diese Seite sieht nach, ob sie doch noch ausgeführt wurde; wenn nicht, können Sie gleich von vorn beginnen.",
  "pay.unsent.again": "Noch einmal senden",
  "pay.unsent.still": "Noch immer hat sie niemand angenommen. Sie können es erneut versuchen.",
  "pay.done.title": "Zahlung erfolgreich",
  "pay.done.overpaid":
    "Es wurde mehr gezahlt als gefordert: {amount} {symbol} zu viel. Der Empfänger hat alles; bitten Sie ihn, den Rest zurückzugeben.",
  "pay.done.late":
    "Sie kam an, nachdem der Link abgelaufen war. Der Empfänger hat das Geld und sieht die Zahlung.",
  "pay.done.already": "Dieser Zahlungslink ist bereits bezahlt.",
  "pay.done.goBack": "Zurück und schließen",
  "pay.done.receipt": "Beleg ansehen",
  "pay.done.invoice": "Rechnung herunterladen",
  "pay.done.mail": "Beleg per E-Mail",
  "pay.mail.paid": "Bezahlt: {amount} auf {network}",
  "pay.mail.to": "An: {name}",
  "pay.mail.at": "Wann: {date}",
  "pay.mail.reference": "Verwendungszweck: {reference}",
  "pay.mail.transaction": "Transaktion: {hash}",
  "pay.done.receipts": "Beleg {number} ansehen",
  "pay.revoke.text":
    "Ihre Wallet erlaubt dem Zahlungsvertrag noch, {amount} {symbol} zu nehmen. Sie können diese Freigabe zurücknehmen.",
  "pay.revoke.button": "Freigabe zurücknehmen",
  "pay.revoke.settling": "Wird zurückgenommen",
  "pay.revoke.done": "Die Freigabe ist zurückgenommen.",
  "pay.revoke.failed": "Die Freigabe wurde nicht zurückgenommen. Versuchen Sie es noch einmal.",
  "pay.blocked.title": "Diese Wallet kann nicht zahlen",
  "pay.blocked.wallet_not_allowed":
    "Diese Wallet kann nach den Regeln des Empfängers nicht zahlen: Nur bestimmte Wallets dürfen das. Nichts wurde unterschrieben, nichts bezahlt. Verwenden Sie eine andere Wallet oder fragen Sie den Empfänger, welche zahlen darf.",
  "pay.blocked.rejected":
    "Diese Wallet kann nach den Regeln des Empfängers nicht zahlen: Sie hat seine Prüfung nicht bestanden. Nichts wurde unterschrieben, nichts bezahlt. Verwenden Sie eine andere Wallet oder fragen Sie den Empfänger.",
  "pay.blocked.error":
    "Diese Wallet kann nach den Regeln des Empfängers im Moment nicht zahlen, weil die Prüfung nicht möglich war. Versuchen Sie es gleich noch einmal.",
  "pay.expired.title": "Zu spät: Dieser Link ist abgelaufen",
  "pay.expired.text":
    "Er kann nicht mehr bezahlt werden, und Ihnen wurde nichts genommen. Bitten Sie den Empfänger um einen neuen Link.",
  "pay.expired.partly":
    "Er ist abgelaufen, bevor alles bezahlt war. Der Empfänger hat, was gesendet wurde. Bitten Sie ihn um einen neuen Link für den Rest.",
  "pay.not_found.title": "Ungültiger Link: nichts gefunden",
  "pay.not_found.text":
    "Die Adresse dieser Seite ist unvollständig, oder es gibt den Link nicht. Bitten Sie den Empfänger noch einmal darum.",
  "pay.invalidated.title": "Dieser Link gilt nicht mehr",
  "pay.invalidated.text":
    "Der Empfänger hat die Zahlung in einen anderen Link gelegt. Bitten Sie um diesen. Ihnen wurde nichts genommen.",
  "pay.failed.title": "Diese Zahlung wurde angehalten",
  "pay.failed.text":
    "Der Empfänger hat eine Prüfung nicht bestanden, darum kann hier nichts bezahlt werden. Ihnen wurde nichts genommen. Fragen Sie den Empfänger, wie Sie stattdessen zahlen können.",
  "pay.in_progress.title": "Zahlung läuft",
  "pay.in_progress.text":
    "Eine Zahlung wartet auf die Mitunterzeichner einer gemeinsamen Wallet. Diese Seite verfolgt sie; schlägt sie fehl, können Sie hier wieder zahlen.",
  "pay.in_progress.deadline": "Sie haben Zeit bis {date}.",
  "pay.safe.review": "Prüfen und Ihrem Safe vorschlagen",
  "pay.safe.reviewText":
    "Die Eigentümer Ihres Safe signieren dies als eine Transaktion; {threshold} von {owners} sind nötig. Sie wird zusammen ausgeführt oder gar nicht:",
  "pay.safe.proposed": "Ihrem Safe vorgeschlagen",
  "pay.safe.proposedText":
    "Die Eigentümer signieren im Safe. Sie können diese Seite schließen: Die Zahlung läuft ohne sie weiter.",
  "pay.safe.account": "Safe",
  "pay.safe.signatures": "Signaturen",
  "pay.safe.signaturesNeeded": "{needed} nötig",
  "pay.safe.signaturesOf": "{count} von {needed}",
  "pay.safe.ownersOf": "{needed} von {owners} Eigentümern müssen signieren",
  "pay.safe.rejections": "Signaturen zum Ablehnen",
  "pay.safe.execute":
    "Sobald genug Eigentümer signiert haben, führt einer von ihnen die Transaktion im Safe aus. Bis dahin ist nichts bezahlt.",
  "pay.safe.hash": "Hash der Safe-Transaktion",
  "pay.safe.holds": "Bis {date} kann hier niemand sonst zahlen.",
  "pay.safe.ended.execution_failed":
    "Der Safe wollte zahlen, und seine Transaktion schlug fehl. Es wurde nichts bezahlt; es kann wieder gezahlt werden.",
  "pay.safe.ended.rejected":
    "Die Eigentümer des Safe haben die Zahlung abgelehnt. Es wurde nichts bezahlt; es kann wieder gezahlt werden.",
  "pay.safe.ended.replaced":
    "Der Safe hat statt der Zahlung etwas anderes ausgeführt. Damit wurde nichts bezahlt; es kann wieder gezahlt werden.",
  "pay.safe.ended.deadline_passed":
    "Die Zahlung aus dem Safe wurde nicht rechtzeitig ausgeführt. Lehnen Sie sie im Safe ab, bevor Sie erneut zahlen: Später ausgeführt, würde sie ein zweites Mal zahlen.",
  "pay.bank.account": "Bankkonto",
  "pay.bank.receives": "Kommt auf dem Bankkonto an",
  "pay.bank.receivesAbout": "Kommt auf dem Bankkonto an, etwa",
  "pay.bank.estimate": "Der Anbieter tauscht zum Kurs des Moments, in dem Ihre Zahlung angekommen ist.",
  "pay.bank.received": "Auf dem Bankkonto angekommen",
  "pay.bank.later": "{currency}; der Betrag steht fest, sobald die Zahlung vorbereitet ist",
  "pay.bank.rate": "Kurs",
  "pay.bank.fees": "Gebühren des Anbieters",
  "pay.bank.noFees": "keine",
  "pay.bank.developer_fee": "Gebühr der Plattform",
  "pay.bank.exchange_fee": "Gebühr für den Umtausch",
  "pay.bank.gas_fee": "Netzwerkgebühr des Anbieters",
  "pay.bank.deposit": "Einzahlungsadresse",
  "pay.bank.returnsTo": "Was zurückkommt, geht an diese Wallet",
  "pay.bank.toIdentity": "Identitätsprüfung öffnen",
  "pay.bank.toAgreement": "Bedingungen öffnen",
  "pay.bank.newTab":
    "Öffnet sich in einem neuen Tab des Anbieters. Kommen Sie danach auf diese Seite zurück.",
  "pay.bank.prepare": "Mit dieser Wallet vorbereiten",
  "pay.bank.notPrepared":
    "Die Zahlung konnte nicht vorbereitet werden. Es wurde nichts gezahlt. Versuchen Sie es gleich noch einmal.",
  "pay.bank.delivered": "Das Geld ist auf dem Bankkonto.",
  "pay.bank.stepDone": "erledigt",
  "pay.bank.step.initiated": "Geld beim Anbieter eingegangen",
  "pay.bank.step.pending_internal_assessment": "Prüfung durch den Anbieter",
  "pay.bank.step.ongoing_checks": "Letzte Prüfungen",
  "pay.bank.step.sending_fiat": "An die Bank gesendet",
  "pay.bank.step.fiat_sent": "Auf dem Bankkonto",
  "pay.to_bank.erased.title": "Persönliche Daten gelöscht",
  "pay.to_bank.erased.text":
    "Die persönlichen Daten zu dieser Zahlung wurden gelöscht, deshalb kann sie hier nicht gezahlt werden. Ihnen wurde nichts abgezogen. Bitten Sie den Empfänger um eine neue Zahlungsanforderung.",
  "pay.to_bank.identity.title": "Identitätsprüfung nötig",
  "pay.to_bank.identity.text":
    "Für Geld auf ein Bankkonto prüft der Anbieter Ihre Identität. Es wurde nichts gezahlt. Nach der Prüfung geht es hier von selbst weiter.",
  "pay.to_bank.identity_pending.title": "Ihre Identität wird geprüft",
  "pay.to_bank.identity_pending.text":
    "Der Anbieter hat Ihre Angaben und prüft sie. Es wurde nichts gezahlt. Sie können diese Seite schließen und später zurückkommen.",
  "pay.to_bank.identity_rejected.title": "Identitätsprüfung nicht bestanden",
  "pay.to_bank.identity_rejected.text":
    "Der Anbieter hat die Identitätsprüfung abgelehnt, deshalb kann nichts gezahlt werden. Ihnen wurde nichts abgezogen. Öffnen Sie die Prüfung, um zu sehen, was fehlt, oder fragen Sie den Empfänger.",
  "pay.to_bank.agreement.title": "Bedingungen des Anbieters",
  "pay.to_bank.agreement.text":
    "Der Anbieter braucht Ihre Zustimmung zu seinen Bedingungen. Es wurde nichts gezahlt. Danach geht es hier von selbst weiter.",
  "pay.to_bank.agreement_rejected.title": "Bedingungen nicht angenommen",
  "pay.to_bank.agreement_rejected.text":
    "Der Anbieter hat keine Vereinbarung mit Ihnen, deshalb kann nichts gezahlt werden. Ihnen wurde nichts abgezogen. Öffnen Sie die Bedingungen noch einmal oder fragen Sie den Empfänger.",
  "pay.to_bank.bank_missing.title": "Noch kein Bankkonto",
  "pay.to_bank.bank_missing.text":
    "Ihre Prüfungen sind fertig. Der Empfänger muss noch das Bankkonto angeben, auf das das Geld geht. Es wurde nichts gezahlt. Diese Seite macht von selbst weiter.",
  "pay.to_bank.bank_pending.title": "Das Bankkonto wird geprüft",
  "pay.to_bank.bank_pending.text":
    "Der Anbieter prüft das Bankkonto, auf das das Geld geht, meist weniger als eine Minute. Es wurde nichts gezahlt. Diese Seite macht von selbst weiter.",
  "pay.to_bank.bank_failed.title": "Das Bankkonto wurde abgelehnt",
  "pay.to_bank.bank_failed.text":
    "Der Anbieter kann auf dieses Bankkonto nicht zahlen. Ihnen wurde nichts abgezogen. Bitten Sie den Empfänger, ein anderes anzugeben.",
  "pay.to_bank.open.title": "Zahlung vorbereiten",
  "pay.to_bank.open.text":
    "Der Anbieter öffnet eine Einzahlungsadresse für Ihre Wallet. Nur diese Wallet kann dann zahlen. Mit dem Vorbereiten wird noch nichts gezahlt.",
  "pay.to_bank.other_wallet.title": "Für eine andere Wallet vorbereitet",
  "pay.to_bank.other_wallet.text":
    "Diese Zahlung wurde für die Wallet unten vorbereitet, deshalb kann nur sie zahlen. Es wurde nichts gezahlt. Verbinden Sie jene Wallet oder bitten Sie den Empfänger um eine neue Zahlungsanforderung.",
  "pay.to_bank.partly.title": "Nur ein Teil ist angekommen",
  "pay.to_bank.partly.text":
    "Nur ein Teil des Betrags ist auf der Einzahlungsadresse des Anbieters. Zahlen Sie den Rest nicht hier. Fragen Sie den Empfänger, der es mit dem Anbieter klärt.",
  "pay.to_bank.earlier_address.title": "Geld kam an eine frühere Adresse",
  "pay.to_bank.earlier_address.text":
    "Geld für diese Zahlung ist an eine Einzahlungsadresse gekommen, die schon ersetzt war. Zahlen Sie nicht noch einmal. Fragen Sie den Empfänger, der das mit dem Anbieter klärt.",
  "pay.to_bank.initiated.title": "Der Anbieter hat Ihre Zahlung",
  "pay.to_bank.initiated.text":
    "Das Geld ist auf der Einzahlungsadresse des Anbieters, der davon auf das Bankkonto zahlt. Sie müssen nichts mehr tun und können diese Seite schließen.",
  "pay.to_bank.pending_internal_assessment.title": "Der Anbieter prüft die Zahlung",
  "pay.to_bank.pending_internal_assessment.text":
    "Der Anbieter hat das Geld und prüft die Zahlung. Sie müssen nichts mehr tun und können diese Seite schließen.",
  "pay.to_bank.ongoing_checks.title": "Die Überweisung wird vorbereitet",
  "pay.to_bank.ongoing_checks.text":
    "Der Anbieter hat das Geld und macht die letzten Prüfungen. Sie müssen nichts mehr tun und können diese Seite schließen.",
  "pay.to_bank.sending_fiat.title": "Die Überweisung ist unterwegs",
  "pay.to_bank.sending_fiat.text":
    "Der Anbieter hat das Geld an die Bank gesendet, das kann einige Werktage dauern. Sie müssen nichts mehr tun und können diese Seite schließen.",
  "pay.to_bank.delivered.title": "Das Geld ist auf dem Bankkonto",
  "pay.to_bank.delivered.text":
    "Das Geld kam ohne die Referenz dieser Zahlung an die Einzahlungsadresse. Zahlen Sie nicht noch einmal. Nur der Empfänger kann sagen, wessen Zahlung es war.",
  "pay.to_bank.bounced.title": "Die Bank hat das Geld zurückgeschickt",
  "pay.to_bank.bounced.text":
    "Die Bank hat das Geld nicht angenommen, der Anbieter hat es wieder. Zahlen Sie nicht noch einmal. Der Empfänger muss das Bankkonto prüfen; dann sendet der Anbieter es erneut oder zurück an Ihre Wallet.",
  "pay.to_bank.retry_required.title": "Die Überweisung muss wiederholt werden",
  "pay.to_bank.retry_required.text":
    "Die Überweisung hat nicht geklappt, der Anbieter hat das Geld. Zahlen Sie nicht noch einmal. Der Empfänger bittet den Anbieter, es erneut zu senden.",
  "pay.to_bank.failed.title": "Die Überweisung ist gescheitert",
  "pay.to_bank.failed.text":
    "Der Anbieter konnte nicht auf das Bankkonto zahlen und hat das Geld. Zahlen Sie nicht noch einmal. Fragen Sie den Empfänger, der es mit dem Anbieter klärt.",
  "pay.to_bank.refunded.title": "Das Geld wurde zurückgeschickt",
  "pay.to_bank.refunded.text":
    "Auf dem Bankkonto kam nichts an. Der Anbieter hat das Geld an die Wallet unten zurückgeschickt. Um noch einmal zu zahlen, bitten Sie den Empfänger um eine neue Zahlungsanforderung.",
  "pay.unavailable.title": "Das Netzwerk ist nicht erreichbar",
  "pay.unavailable.text":
    "Mit dem Link ist alles in Ordnung, und Ihnen wurde nichts genommen. Versuchen Sie es gleich noch einmal.",
  "pay.no_rate.title": "Zurzeit kein Wechselkurs",
  "pay.no_rate.text":
    "Im Moment gibt es keinen verlässlichen Kurs, darum wird kein Betrag verlangt. Ihnen wurde nichts genommen. Die Seite versucht es von selbst noch einmal.",
  "pay.quote.later":
    "Gezahlt wird in {symbol}. Der genaue Betrag wird für Ihre Wallet festgelegt, sobald sie verbunden ist.",
  "pay.quote.amount": "Das sind in {symbol}",
  "pay.quote.rate": "Kurs",
  "pay.quote.priced": "Preise von",
  "pay.quote.until": "Kurs gilt bis",
  "pay.quote.minutesLeft": "noch {minutes} min",
  "pay.quote.secondsLeft": "noch {seconds} s",
  "pay.partial.text": "{received} sind schon angekommen. Noch zu zahlen: {left}.",
  "pay.announced":
    "Jemand hat vor einem Moment angegeben, diese Zahlung gesendet zu haben. Warten Sie, bis sie hier erscheint, bevor Sie ein zweites Mal zahlen.",
  "pay.someoneElse": "Jemand bezahlt diesen Link gerade",
  "pay.trouble.rejected":
    "Sie haben in Ihrer Wallet abgelehnt. Nichts wurde unterschrieben; Sie können es noch einmal versuchen.",
  "pay.trouble.pending_request":
    "Ihre Wallet wartet noch auf eine frühere Antwort. Öffnen Sie sie und antworten Sie zuerst dort.",
  "pay.trouble.wrong_chain": "Ihre Wallet ist in einem anderen Netzwerk und wurde nicht umgestellt.",
  "pay.trouble.wrong_account":
    "Ihre Wallet hat zu einem anderen Konto gewechselt. Verbinden Sie sie noch einmal.",
  "pay.trouble.not_installed": "Die Wallet ist in diesem Browser nicht installiert.",
  "pay.trouble.insufficient_funds": "Ihre Wallet enthält nicht genug für die Zahlung und die Netzwerkgebühr.",
  "pay.trouble.no_typed_data":
    "Ihre Wallet kann diese Art von Dokument (EIP-712) nicht signieren. Verwenden Sie eine andere Wallet.",
  "pay.trouble.no_batch": "Ihre Wallet führt das nicht zusammen aus. Fahren Sie Schritt für Schritt fort.",
  "pay.trouble.safe_no_batch":
    "Ihr Safe kann über diese Verbindung nicht um die Zahlung gebeten werden. Öffnen Sie den Link als App in Ihrem Safe.",
  "pay.trouble.real_wallet_refused":
    "Diese Seite läuft auf lokalen Testketten. Hier geht nur die Test wallet.",
  "pay.trouble.disconnected": "Ihre Wallet ist nicht mehr verbunden.",
  "pay.trouble.failed":
    "Ihre Wallet hat nicht wie erwartet geantwortet. Sehen Sie dort nach, ob sie etwas gesendet hat; wenn nicht, versuchen Sie es noch einmal.",
  "pay.trouble.wallet_changed":
    "Ihre Wallet hat zu einem anderen Konto gewechselt, darum wurde alles für dieses neu geprüft.",
  "pay.trouble.network_changed": "Ihre Wallet hat das Netzwerk gewechselt, darum wurde alles neu geprüft.",
  "pay.trouble.quote_renewed":
    "Der Kurs ist abgelaufen und wurde erneuert. Der Betrag war {before} und ist jetzt {after}. Prüfen Sie ihn und gehen Sie weiter.",
  "pay.trouble.payment_changed":
    "An dieser Zahlung hat sich inzwischen etwas geändert. Prüfen Sie sie und gehen Sie weiter.",
  "pay.trouble.reverted":
    "Das Netzwerk hat die Transaktion abgelehnt und rückgängig gemacht. Das Geld ist noch in Ihrer Wallet, bis auf die Netzwerkgebühr. Sie können es noch einmal versuchen.",
  "pay.trouble.approval_reverted":
    "Das Netzwerk hat die Freigabe abgelehnt. Nichts wurde bezahlt; Sie können es noch einmal versuchen.",
  "pay.trouble.replaced":
    "Ihre Wallet hat die Zahlung durch eine andere Transaktion ersetzt, darum wurde sie nicht ausgeführt. Das Geld ist noch in Ihrer Wallet. Sie können es noch einmal versuchen.",
  "pay.trouble.unpaid":
    "Das Netzwerk hat die Transaktion, aber Ihre Zahlung ist nicht darin. Es wurde nichts bezahlt. Sehen Sie in Ihrer Wallet nach, bevor Sie es erneut versuchen.",
  "pay.trouble.batch_failed":
    "Ihre Wallet hat die Zahlung nicht ausgeführt. Es wurde nichts bezahlt; Sie können es erneut versuchen.",
  "pay.trouble.batch_partly":
    "Ihre Wallet hat nur einen Teil ausgeführt. Es wurde nichts bezahlt, aber eine Freigabe kann bestehen geblieben sein. Sie können es erneut versuchen.",
  "pay.trouble.dropped":
    "Das Netzwerk hat die Zahlung nicht rechtzeitig aufgenommen, darum wurde sie nicht ausgeführt. Das Geld ist noch in Ihrer Wallet. Sie können es noch einmal versuchen.",
  "pay.trouble.not_relayed":
    "Was Ihre Wallet unterschrieben hat, konnte nicht gesendet werden. Nichts wurde bezahlt; Sie können es noch einmal versuchen.",
  "pay.trouble.maybe_sent":
    "Ihre Wallet hat diese Zahlung vielleicht schon gesendet, deshalb wurde sie nicht erneut gefragt. Sehen Sie dort in den Aktivitäten nach und versuchen Sie es gleich noch einmal.",
  "pay.trouble.allowance_short":
    "Die Freigabe ist kleiner als die Zahlung. Geben Sie den vollen Betrag frei; er wird nur einmal genommen.",
  "pay.trouble.unreachable":
    "Der Dienst ist im Moment nicht erreichbar. Nichts wurde bezahlt; versuchen Sie es noch einmal.",
  "pay.field.answer": "die Antwort als Ganzes",
  "pay.field.wallet": "die Wallet",
  "pay.field.network": "das Netzwerk",
  "pay.field.transactions": "die Zahl der Transaktionen",
  "pay.field.contract": "der Vertrag",
  "pay.field.function": "was der Vertrag tut",
  "pay.field.token": "der Token",
  "pay.field.recipient": "der Empfänger",
  "pay.field.amount": "der Betrag",
  "pay.field.reference": "die Referenz",
  "pay.field.approval": "was genehmigt wurde",
  "pay.field.feeRecipient": "wer die Gebühr bekommt",
  "pay.field.feeAmount": "die Gebühr",
  "pay.field.spender": "wer die Token nehmen darf",
  "pay.field.allowance": "wie viel genommen werden darf",
  "pay.field.quote": "der Wechselkurs",
  "pay.field.value": "die mitgesendete Netzwerkwährung",
  "pay.field.dates": "die Termine oder ihre Anzahl",
  "pay.field.permit": "das zu signierende Dokument",
  "pay.field.calldata": "die Daten des Aufrufs",
  "pay.bundle.open": "Zu zahlen",
  "pay.bundle.moving": "Unterwegs",
  "pay.bundle.paid": "Bezahlt",
  "pay.bundle.blocked": "Ausgelassen",
  "pay.bundle.progress": "{paid} von {total} bezahlt",
  "pay.bundle.onTheWay": { one: "{count} unterwegs", other: "{count} unterwegs" },
  "pay.bundle.leftOut": {
    one: "{count} Zahlung ist hier nicht möglich und wird ausgelassen. Sie zahlen die anderen.",
    other: "{count} Zahlungen sind hier nicht möglich und werden ausgelassen. Sie zahlen die anderen.",
  },
  "pay.bundle.some": "{open} von {total} Empfängern",
  "pay.bundle.openNow": "Davon können jetzt {amount} {symbol} gezahlt werden.",
  "pay.bundle.masked":
    "Die Empfänger halten ihre vollständigen Adressen geheim. Die Seite prüft jede, bevor Sie unterschreiben.",
  "pay.bundle.total": {
    one: "{count} Zahlung in {symbol} auf {network}",
    other: "{count} Zahlungen in {symbol} auf {network}",
  },
  "pay.bundle.showAll": "Alle {count} Empfänger anzeigen",
  "pay.bundle.showFewer": "Weniger Empfänger anzeigen",
  "pay.bundle.payAlone": "Diese einzeln auf {network} zahlen",
  "pay.bundle.networks": "auf mehreren Netzwerken",
  "pay.bundle.why.secure_payment_expired":
    "Ihr eigener Link ist abgelaufen. Bitten Sie den Absender dieser Seite um einen neuen.",
  "pay.bundle.why.secure_payment_not_pending":
    "Sie wurde in einen anderen Link gelegt oder zurückgezogen. Fragen Sie den Absender dieser Seite danach.",
  "pay.bundle.why.compliance_failed":
    "Der Empfänger hat eine Prüfung nicht bestanden, darum kann ihm nichts bezahlt werden.",
  "pay.bundle.why.other":
    "Sie kann nicht als Teil dieser Seite bezahlt werden. Fragen Sie den Absender dieser Seite danach.",
  "pay.bundle_blocked.title": "Hier kann nichts bezahlt werden",
  "pay.bundle_blocked.left":
    "Was von diesen Zahlungen übrig ist, kann nicht ausgeführt werden. Der Grund steht neben jeder. Ihnen wurde nichts genommen.",
  "pay.bundle_blocked.networks":
    "Diese Zahlungen liegen auf mehreren Netzwerken, darum kann keine einzelne Transaktion sie ausführen. Öffnen Sie jede über ihren eigenen Link.",

  "embed.wallet": "Mit einer Browser-Wallet zahlen",
  "embed.window":
    "Öffnet die Zahlungsseite in einem eigenen Fenster, denn Wallets werden nicht innerhalb anderer Websites verwendet.",

  "schedule.by": "Eingerichtet von {name}",
  "schedule.title": "Wiederkehrende Zahlung",
  "schedule.every.DAILY": "jeden Tag",
  "schedule.every.WEEKLY": "alle 7 Tage",
  "schedule.every.MONTHLY": "alle 30 Tage",
  "schedule.every.YEARLY": "alle 365 Tage",
  "schedule.times": { one: "{count} Zahlung", other: "{count} Zahlungen" },
  "schedule.from": "Gezahlt von",
  "schedule.fee": "Gebühr je Zahlung",
  "schedule.feeTo": "Gebühr geht an",
  "schedule.until": "Nichts wird abgebucht nach",
  "schedule.most": "Mehr als das kann Ihre Wallet nie verlassen",
  "schedule.mostText": {
    one: "{amount}, {count} Mal. Der Vertrag nimmt nicht mehr, zahlt an niemand anderen und nimmt nichts früher.",
    other:
      "Jedes Mal {amount}, {count} Mal. Der Vertrag nimmt nicht mehr, zahlt an niemand anderen und nimmt nichts früher.",
  },
  "schedule.dates": "Termine",
  "schedule.allDates": { one: "{count} Termin", other: "Alle {count} Termine" },
  "schedule.note.MONTHLY":
    "Ein Monat hat hier immer 30 Tage, der Tag im Monat verschiebt sich also. Das sind die tatsächlichen Termine.",
  "schedule.note.YEARLY":
    "Ein Jahr hat hier immer 365 Tage, auch ein Schaltjahr. Das sind die tatsächlichen Termine.",
  "schedule.instalment.paid": "bezahlt",
  "schedule.permit": "Was Sie signieren, Feld für Feld",
  "schedule.permitText": "Ihre Wallet zeigt diese Felder. Dort muss dasselbe stehen.",
  "schedule.field.name": "Name des Vertrags",
  "schedule.field.version": "Seine Version",
  "schedule.field.chainId": "Nummer des Netzwerks: Die Signatur gilt auf keinem anderen",
  "schedule.field.verifyingContract":
    "Der Vertrag, der die Zahlungen nimmt: Die Signatur gilt für keinen anderen",
  "schedule.field.subscriber": "Ihre Wallet, die zahlt",
  "schedule.field.token": "Der Token, der gezahlt wird",
  "schedule.field.recipient": "Wer die Zahlungen bekommt",
  "schedule.field.feeAddress": "Wer die Gebühr bekommt; Nullen für niemanden",
  "schedule.field.amount": "Was der Empfänger jedes Mal bekommt, in der kleinsten Einheit",
  "schedule.field.feeAmount": "Die Gebühr jedes Mal, in der kleinsten Einheit",
  "schedule.field.gasFee": "Für Netzwerkgebühren: nichts",
  "schedule.field.periodSeconds": "Sekunden zwischen zwei Zahlungen",
  "schedule.field.firstExec": "Zeit der ersten Zahlung, in Sekunden seit 1970",
  "schedule.field.totalExecutions": "Wie viele Zahlungen",
  "schedule.field.nonce": "Eine Zufallszahl, die diese Signatur von anderen unterscheidet",
  "schedule.field.deadline": "Danach wird nichts mehr abgebucht, in Sekunden seit 1970",
  "schedule.noScript":
    "Diese Seite braucht JavaScript, um Ihre Wallet um eine Signatur zu bitten. Von einer Wallet, die nicht signiert hat, wird nichts abgebucht.",
  "schedule.noTron": "Wallets für Tron können das nicht signieren.",
  "schedule.wrongWallet.title": "Das ist eine andere Wallet",
  "schedule.wrongWallet.text": "Nur diese Wallet kann die wiederkehrende Zahlung signieren oder beenden:",
  "schedule.wrongWallet.yours": "Sie haben verbunden:",
  "schedule.preparing.title": "Signatur wird vorbereitet",
  "schedule.preparing.text":
    "Wir stellen zusammen, was Sie signieren, und vergleichen es mit dem, was Sie hier sehen.",
  "schedule.approve.title": "Erlauben Sie es zuerst dem Vertrag",
  "schedule.approve.text":
    "Der Vertrag nimmt jede Zahlung, wenn sie fällig ist, und braucht dafür eine Erlaubnis über {amount} {symbol}. Er kann sie nur für Zahlungen nutzen, die Sie signiert haben.",
  "schedule.approve.others": "{amount} davon sind für Ihre anderen laufenden wiederkehrenden Zahlungen.",
  "schedule.sign.title": "Prüfen und signieren",
  "schedule.sign.text":
    "Das Signieren kostet nichts und sendet jetzt nichts. Danach verlassen die Zahlungen Ihre Wallet von selbst, zu den Terminen oben. Sie können jederzeit beenden.",
  "schedule.sign.keep": "Halten Sie an jedem Termin mindestens {amount} in der Wallet bereit.",
  "schedule.sign.button": {
    one: "{count} Zahlung von {amount} signieren",
    other: "{count} Zahlungen von je {amount} signieren",
  },
  "schedule.handing.title": "Ihre Signatur wird übergeben",
  "schedule.handing.text": "Der Dienst prüft sie. Lassen Sie diese Seite einen Moment offen.",
  "schedule.refusedSignature":
    "Der Dienst hat die Signatur nicht angenommen, es wird also nichts abgebucht. Versuchen Sie es noch einmal mit der oben genannten Wallet.",
  "schedule.progress": "{count} von {needed} bezahlt",
  "schedule.next": "Nächste Zahlung",
  "schedule.status.pending": "Wartet auf Ihre Signatur",
  "schedule.status.active": "Läuft",
  "schedule.status.paused": "Angehalten",
  "schedule.status.completed": "Alle Zahlungen sind erfolgt",
  "schedule.status.cancelled": "Beendet",
  "schedule.status.expired": "Abgelaufen",
  "schedule.active.text":
    "Die Zahlungen verlassen die Wallet an ihren Terminen von selbst. Sie müssen nichts weiter tun und können jederzeit beenden.",
  "schedule.failed":
    "Der letzte Versuch einer Zahlung ist gescheitert: {reason} Zur genannten Zeit wird es noch einmal versucht.",
  "schedule.failure.insufficient_funds": "Die Wallet enthielt weniger als die Zahlung.",
  "schedule.failure.insufficient_allowance": "Die Erlaubnis des Vertrags war kleiner als die Zahlung.",
  "schedule.failure.transfer_refused": "Der Token hat die Überweisung verweigert.",
  "schedule.failure.inexact_transfer": "Der Token hätte einen anderen Betrag bewegt, als Sie signiert haben.",
  "schedule.paused.text": "Zurzeit wird nichts abgebucht.",
  "schedule.paused.failed": "Zurzeit wird nichts abgebucht, weil Versuche gescheitert sind: {reason}",
  "schedule.paused.next":
    "Der Händler kann sie weiterlaufen lassen. Versäumte Zahlungen werden dann sofort nacheinander abgebucht. Beenden Sie sie hier, wenn Sie das nicht wollen.",
  "schedule.completed.text": "Mit dieser Signatur kann nichts mehr abgebucht werden.",
  "schedule.cancelled.payer":
    "Sie haben sie im Vertrag beendet. Mit dieser Signatur kann nichts mehr abgebucht werden.",
  "schedule.cancelled.platform":
    "Der Händler hat sie beendet, und dieser Dienst beginnt keine Zahlung mehr. Wenn Sie signiert haben, beenden Sie sie auch im Vertrag: Dann kann niemand mehr etwas abbuchen.",
  "schedule.cancelled.deadline":
    "Ihre Zeit ist abgelaufen. Mit dieser Signatur kann nichts mehr abgebucht werden.",
  "schedule.notFound.title": "Dieser Link führt zu keiner wiederkehrenden Zahlung",
  "schedule.notFound.text":
    "Bitten Sie den Absender um den richtigen Link. Es wurde nichts signiert, und es wird nichts abgebucht.",
  "schedule.inWallet":
    "Ihre Wallet zeigt eine Transaktion an den Vertrag. Sie bewegt keine Token. Bestätigen Sie sie dort.",
  "schedule.settling": "Das Netzwerk bestätigt sie. Lassen Sie diese Seite einen Moment offen.",
  "schedule.settling.late":
    "Es dauert länger als üblich. Die Transaktion läuft ohne diese Seite weiter: Öffnen Sie sie später wieder, um zu sehen, ob sie abgeschlossen ist.",
  "schedule.cancel.connect": "Wallet verbinden, um zu beenden",
  "schedule.cancel.button": "Diese wiederkehrende Zahlung beenden",
  "schedule.cancel.title": "Endgültig beenden",
  "schedule.cancel.text":
    "Ihre Wallet sendet eine Transaktion an den Vertrag, für die das Netzwerk eine Gebühr nimmt. Danach kann niemand mehr mit dieser Signatur etwas abbuchen, auch dieser Dienst nicht. Erfolgte Zahlungen bleiben erfolgt.",
  "schedule.cancel.confirm": "Auf {network} beenden",
  "schedule.cancel.sent": "Wird beendet",
  "schedule.cancel.done": "Im Vertrag beendet",
  "schedule.cancel.doneText":
    "Der Vertrag nimmt mit dieser Signatur nichts mehr. Der Händler sieht das in wenigen Augenblicken.",
  "schedule.cancel.reverted":
    "Das Netzwerk hat es nicht ausgeführt. Es hat sich nichts geändert; Sie können es noch einmal versuchen.",
  "schedule.lower.connect": "Wallet verbinden, um ihre Erlaubnis zu senken",
  "schedule.lower.text":
    "Der Vertrag darf noch {amount} aus dieser Wallet nehmen. Nutzen könnte er das nur für Zahlungen, die Sie signieren; Ihre anderen wiederkehrenden Zahlungen brauchen {others}.",
  "schedule.lower.button": "Erlaubnis auf {amount} setzen",
  "schedule.lower.sent": "Erlaubnis wird gesetzt",
  "schedule.lower.none":
    "Die Erlaubnis des Vertrags ist nicht größer, als Ihre anderen wiederkehrenden Zahlungen brauchen.",
  "schedule.running.title": "Was Ihre Wallet von selbst verlässt",
  "schedule.running.text":
    "Alle wiederkehrenden Zahlungen einer Wallet bei diesem Dienst, wer auch immer sie eingerichtet hat. Sie können jede hier beenden.",
  "schedule.running.sign": "Signieren, um sie zu sehen",
  "schedule.running.signText":
    "Zeigen Sie mit einer Signatur, dass diese Wallet Ihnen gehört. Das kostet nichts und bewegt kein Geld.",
  "schedule.running.asked": "Ihre Wallet zeigt eine Nachricht. Signieren Sie sie, um die Liste zu sehen.",
  "schedule.running.count": {
    one: "{count} wiederkehrende Zahlung",
    other: "{count} wiederkehrende Zahlungen",
  },
  "schedule.running.none": "Von dieser Wallet geht nichts von selbst ab.",
  "schedule.running.status": "Status",
  "schedule.running.paid": "Bisher bezahlt",
  "schedule.running.rest": "Kann die Wallet noch verlassen",
  "schedule.running.open": "Termine und Einzelheiten",

  "wallet.loading": "Wallets werden gesucht…",
  "wallet.loadingFailed":
    "Die Wallets konnten nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",
  "wallet.empty": "Es ist kein Netzwerk dieser Art eingerichtet.",
  "wallet.family": "Art der Wallet",
  "wallet.evm": "EVM",
  "wallet.tron": "Tron",
  "wallet.more": "Weitere Wallets",
  "wallet.waiting": "Warten auf {name}. Achten Sie auf das Fenster der Wallet.",
  "wallet.notInstalled": "{name} ist in diesem Browser nicht installiert.",
  "wallet.install": "{name} holen",
  "wallet.openApp": "{name} öffnen",
  "wallet.scan": "Scannen Sie diesen Code mit {name}.",
  "wallet.copyLink": "Link kopieren",
  "wallet.error.rejected": "Sie haben in der Wallet abgelehnt. Es ist nichts geschehen.",
  "wallet.error.pending_request":
    "{name} wartet noch auf eine frühere Antwort. Öffnen Sie die Wallet und antworten Sie zuerst dort.",
  "wallet.error.wrong_chain": "{name} ist in einem anderen Netzwerk.",
  "wallet.error.wrong_account": "{name} hat zu einem anderen Konto gewechselt.",
  "wallet.error.not_installed": "{name} ist in diesem Browser nicht installiert.",
  "wallet.error.insufficient_funds": "{name} enthält dafür nicht genug.",
  "wallet.error.no_typed_data": "{name} kann diese Art von Dokument nicht signieren.",
  "wallet.error.no_batch": "{name} sendet nicht mehrere Transaktionen zusammen.",
  "wallet.error.real_wallet_refused":
    "Diese Seite läuft auf lokalen Testketten. Hier geht nur die Test wallet.",
  "wallet.error.disconnected": "{name} ist nicht verbunden.",
  "wallet.error.failed": "{name} hat nicht wie erwartet geantwortet. Versuchen Sie es noch einmal.",

  ...crosschain,
  ...exchange,
  ...onboarding,

  "receipt.title": "Beleg",
  "receipt.heading": "Bezahlt",
  "receipt.reference": "Referenz",
  "receipt.payee": "Empfänger",
  "receipt.payeeMasked": "Der Empfänger hält die vollständige Adresse geheim.",
  "receipt.asked": "Gefordert",
  "receipt.refunded": "Zurückgezahlt",
  "receipt.requestId": "Anforderung",
  "receipt.transfers": { one: "{count} Überweisung", other: "{count} Überweisungen" },
  "receipt.from": "Von",
  "receipt.transaction": "Transaktion",
  "receipt.block": "Block",
  "receipt.explorer": "Im Block-Explorer ansehen",
  "receipt.confirmed": "Bestätigt",
  "receipt.final": "Endgültig",
  "receipt.confirmedNote":
    "Tief genug in der Kette, um zu zählen. Endgültig wird es mit den folgenden Blöcken.",
  "receipt.finalNote": "Die Kette nimmt es nicht mehr zurück.",
  "receipt.quittance": "Signierter Beleg",
  "receipt.quittanceNote":
    "Eine Quittung ist dieser Beleg als Datei mit einer Unterschrift. Jeder kann sie prüfen, ohne uns zu fragen, und mit der Kette vergleichen.",
  "receipt.download": "Quittung herunterladen",
  "receipt.signer": "Unterschrieben von",
  "receipt.pdf": "Als PDF herunterladen",
  "receipt.print": "Drucken",
  "receipt.none": "Hier ist kein Beleg",
  "receipt.noneNote":
    "Entweder ist diese Zahlung noch nicht bestätigt, oder die Adresse ist unvollständig. Wenn Sie gerade gezahlt haben, sehen Sie gleich noch einmal nach.",

  "quittance.check": "Quittung prüfen",
  "quittance.checking": "Wird geprüft",
  "quittance.verified": "Geprüft: Diese Quittung ist echt",
  "quittance.verifiedNote":
    "Ihr Browser hat selbst geprüft: Der Schlüssel des Dienstes hat genau das unterschrieben, und die Überweisungen ergeben den Betrag.",
  "quittance.signedBy": "Unterschrieben von",
  "quittance.amount": "Betrag",
  "quittance.recipient": "Empfänger",
  "quittance.paidAt": "Bezahlt am",
  "quittance.transaction": "Transaktion",
  "quittance.download": "Quittung herunterladen",
  "quittance.refused": "Nicht bestätigt",
  "quittance.refused.unreadable": "Was geladen wurde, ist keine vollständige Quittung.",
  "quittance.refused.signature":
    "Die Unterschrift ist nicht die des Dienstes: Das Dokument wurde verändert, oder ein anderer Schlüssel hat es unterschrieben.",
  "quittance.refused.other":
    "Sie gehört zu einer anderen Zahlung: Anforderung oder Empfänger sind nicht die auf dieser Seite.",
  "quittance.refused.sums": "Ihre Überweisungen ergeben nicht den Betrag.",
  "quittance.refusedNote":
    "Verlassen Sie sich nicht auf dieses Dokument. Ihre Zahlung steht trotzdem auf der Blockchain; ihre Transaktion steht auf dieser Seite.",
  "quittance.unreachable": "Die Quittung konnte nicht geladen werden. Versuchen Sie es gleich noch einmal.",

  "refund.title": "Geld zurück an Sie",
  "refund.heading": "{merchant} zahlt Ihnen Geld zurück",
  "refund.headingUnnamed": "Sie bekommen Geld zurück",
  "refund.upTo": "Bis zu {amount} auf {network}",
  "refund.address": "Ihre Adresse auf {network}",
  "refund.hint":
    "Eine eigene Wallet oder Ihre eigene Adresse bei einer Börse für {symbol} auf {network}. Nicht die Adresse, von der Ihre Zahlung kam: Sie gehört oft der Börse, und Geld, das dorthin geht, ist verloren.",
  "refund.continue": "Weiter",
  "refund.check": "Ist das Ihre Adresse?",
  "refund.checkNote":
    "Vergleichen Sie jedes Zeichen. Sie lässt sich danach nicht mehr ändern, und Geld an eine falsche Adresse ist verloren.",
  "refund.confirm": "Ja, dorthin senden",
  "refund.change": "Adresse ändern",
  "refund.done": "Ihre Adresse ist angegeben",
  "refund.doneNote":
    "Das Geld ist noch nicht gesendet. Wer es zurückzahlt, liest diese Adresse und bittet Sie vielleicht, sie zu bestätigen.",
  "refund.named": "Hier wurde schon eine Adresse angegeben",
  "refund.namedNote":
    "Sie lässt sich nicht ändern. Waren Sie es nicht, sagen Sie es sofort, bevor das Geld gesendet wird.",
  "refund.none": "Dieser Link ist nicht gültig",
  "refund.noneNote":
    "Seine Zeit ist vielleicht vorbei, oder ein anderer Link hat ihn ersetzt. Bitten Sie den Absender um einen neuen.",
  "refund.invalid":
    "Dorthin kann auf {network} kein Geld zurückgehen: Es ist keine Adresse oder eine, die nicht Ihnen gehört.",
  "refund.rejected": "Geld aus dieser Zahlung kann nicht an diese Adresse gesendet werden.",
  "refund.trouble": "Der Dienst hat nicht geantwortet. Versuchen Sie es noch einmal.",
};
