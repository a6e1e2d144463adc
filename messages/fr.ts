import { crosschain } from "@/messages/crosschain/fr";
import type { en } from "@/messages/en";
import { exchange } from "@/messages/exchange/fr";
import type { TranslationOf } from "@/messages/message";
import { onboarding } from "@/messages/onboarding/fr";

export const fr: TranslationOf<typeof en> = {
  "frame.language": "Langue",
  "frame.notReady": "Les boutons de cette page ne sont pas encore prêts.",
  "frame.loadAgain": "Recharger la page",
  "frame.terms": "Conditions",
  "frame.privacy": "Confidentialité",
  "frame.poweredBy": "Page de paiement par {name}",

  "away.title": "De retour dans un instant",
  "away.text":
    "Le service est indisponible pour un instant. Rien de ce que vous avez envoyé n’est perdu, et vous n’avez pas à payer de nouveau. Cette page se recharge dans {seconds} s.",
  "busy.title": "Trop de visites",
  "busy.text":
    "Trop de pages ont été ouvertes depuis votre réseau. Votre paiement n’est pas en cause. Cette page se recharge dans {seconds} s.",

  "common.copy": "Copier",
  "common.copied": "Copié",
  "common.copyWhat": "Copier {what}",
  "common.copiedWhat": "{what} : copié",
  "common.back": "Retour",
  "common.tryAgain": "Réessayer",
  "common.loading": "Chargement",

  "pay.title": "Paiement",
  "pay.titleTo": "Paiement à {name}",
  "pay.to": "à {name}",
  "pay.connect": "Connecter un portefeuille",
  "pay.showDetails": "Afficher les détails",
  "pay.hideDetails": "Masquer les détails",
  "pay.youPay": "Vous payez",
  "pay.youPaid": "Vous avez payé",
  "pay.paid": "Payé",
  "pay.asked": "Demandé",
  "pay.on": "sur {network}",
  "pay.reference": "Référence",
  "pay.approvedBy": "Approuvé par",
  "pay.recipient": "Destinataire",
  "pay.recipients": { one: "{count} destinataire", other: "{count} destinataires" },
  "pay.verifiedWallet": "Portefeuille vérifié",
  "pay.verifiedWalletOf": "Portefeuille vérifié de {name}",
  "pay.verifiedNote":
    "Le titulaire du compte qui demande ce paiement a prouvé par une signature que ce portefeuille est le sien. Il a choisi le nom lui-même ; personne ne l’a vérifié.",
  "pay.recipientMasked":
    "Le destinataire garde l'adresse complète privée. La page la vérifie avant que vous signiez.",
  "pay.network": "Réseau",
  "pay.amount": "Montant",
  "pay.payment": "Paiement {number}",
  "pay.total": "Total",
  "pay.paymentReference": "Référence sur la chaîne",
  "pay.expires": "Payable jusqu'au",
  "pay.feeIncluded": "{label}, à la charge du destinataire",
  "pay.feeAdded": "{label}, en plus",
  "pay.feeWithin": "dont {label}",
  "pay.explorer": "Voir dans l'explorateur de blocs",
  "pay.hash": "Hash de la transaction",
  "pay.testnet": "Réseau de test : pas d'argent réel",
  "pay.noScript":
    "Cette page a besoin de JavaScript pour connecter un portefeuille. Ce qu'il faut payer est affiché ici, pour que vous puissiez le comparer avec la page sur un autre appareil.",
  "pay.noScriptHow":
    "N'envoyez pas le montant au destinataire à la main : un tel transfert ne porte aucune référence et ne se distingue pas des autres.",
  "pay.device.open": "Pas de portefeuille sur cet appareil ?",
  "pay.device.qr": "Code QR de cette page",
  "pay.device.scan": "Scannez le code avec un téléphone qui a un portefeuille.",
  "pay.device.walletBrowser":
    "Si la page s'ouvre sans trouver le portefeuille, copiez le lien dans le navigateur intégré à l'application du portefeuille.",
  "pay.device.goOn": "Connectez-vous et payez là-bas. Cette page le remarquera d'elle-même.",
  "pay.device.inApp": "Ouvrez cette page dans le navigateur de l'application de votre portefeuille.",
  "pay.device.link": "lien vers cette page",
  "pay.device.uri": "Scanner le paiement lui-même",
  "pay.device.uriNote":
    "Pour les portefeuilles qui lisent les appels de contrats (EIP-681). Tous ne le font pas. Continuez seulement si le vôtre affiche ce contrat et exactement ce montant :",
  "pay.device.request": "demande",
  "pay.device.uriApprove": "Autorisez le contrat à prendre {amount}, et attendez la confirmation",
  "pay.device.uriPay": "Payez {amount} sur {network}",
  "pay.safetyNote": "La connexion nous montre l'adresse de votre portefeuille. Elle ne déplace pas d'argent.",
  "pay.offline": "Vous êtes hors ligne. Rien n'est perdu : la page reprend dès votre retour.",
  "pay.silent.title": "Le service est injoignable",
  "pay.silent":
    "Le service est injoignable pour le moment. Rien n'est perdu : cette page continue de demander d'elle-même et reprend dès qu'une réponse arrive.",
  "pay.hidden.title": "Une demande de paiement pour vous",
  "pay.hidden.text":
    "Le destinataire ne montre le montant et les détails qu'aux portefeuilles qui passent son contrôle. Connectez le vôtre pour continuer.",
  "pay.connect.title": "Connecter un portefeuille",
  "pay.connect.tronOnly": "Ce paiement se fait sur Tron : seuls les portefeuilles Tron peuvent le payer.",
  "pay.checking.title": "Vérification de votre portefeuille",
  "pay.checking.text":
    "Nous demandons si ce portefeuille peut payer et ce qu'il contient. Cela prend un instant.",
  "pay.wallet": "Portefeuille",
  "pay.changeWallet": "Utiliser un autre portefeuille",
  "pay.contact.of": "Des questions ? {name} est joignable à l'adresse",
  "pay.contact.unnamed": "Des questions ? Le bénéficiaire est joignable à l'adresse",
  "pay.contact.own":
    "Ce contact a été donné par eux-mêmes ; il n'est pas vérifié ici. Personne n'a besoin des mots secrets de votre portefeuille pour vous aider.",
  "pay.contact.subject": "Paiement {reference}",
  "pay.choose.title": "Choisissez comment payer",
  "pay.choose.label": "Je veux payer avec",
  "pay.choose.option": "{symbol} sur {network}",
  "pay.choose.balance": "Vous avez {balance} {symbol}",
  "pay.choose.same": "Même réseau et même jeton que demandé : ni échange, ni passerelle.",
  "pay.choose.continue": "Continuer",
  "pay.choose.switch": "Votre portefeuille est sur un autre réseau. Il vous demandera de passer à {network}.",
  "pay.choose.switchButton": "Continuer sur {network}",
  "pay.switching.title": "Passer à {network}",
  "pay.switching.text": "Confirmez le changement de réseau dans votre portefeuille.",
  "pay.switching.late":
    "Votre portefeuille n'a pas encore répondu. Ouvrez-le et cherchez une question, ou choisissez-y {network} vous-même. Rien n'a été signé ; vous pouvez revenir en arrière.",
  "pay.preparing.title": "Préparation du paiement",
  "pay.preparing.text": "Nous composons la transaction et la comparons avec ce que vous voyez ici.",
  "pay.preparing.late":
    "Cela prend plus de temps que d'habitude. Rien n'a été signé ; vous pouvez revenir en arrière et réessayer.",
  "pay.short.title": "Pas assez de {symbol}",
  "pay.short.text":
    "Le paiement demande {needed} {symbol} sur {network}. Vous avez {balance} {symbol} ; il manque donc {missing} {symbol}.",
  "pay.short.how": "Envoyez des {symbol} sur {network} vers votre portefeuille, puis vérifiez à nouveau.",
  "pay.shortGas.title": "Pas assez de {symbol} pour les frais de réseau",
  "pay.shortGas.text":
    "Le réseau demande environ {needed} {symbol} pour ce paiement. Votre portefeuille a {balance} ; il manque environ {missing} {symbol}.",
  "pay.yourAddress": "Adresse de votre portefeuille",
  "pay.lookAgain": "Vérifier à nouveau",
  "pay.review.title": "Vérifier et payer",
  "pay.review.batchTitle": "Vérifier et payer en une seule étape",
  "pay.review.batchText": "Votre portefeuille fait tout ceci ensemble, ou rien :",
  "pay.review.approveTitle": "Autorisez d'abord le paiement",
  "pay.review.resetTitle": "Réinitialisez d'abord une ancienne autorisation",
  "pay.review.approveText":
    "{symbol} exige votre autorisation avant le paiement. Vous autorisez exactement {amount} {symbol}, pour ce contrat de paiement seulement.",
  "pay.review.resetText":
    "{symbol} refuse de modifier une autorisation encore ouverte. Elle est d'abord remise à zéro, puis au montant exact.",
  "pay.review.networkFee": "Frais de réseau, environ",
  "pay.review.networkFeeUnknown": "affichés par votre portefeuille",
  "pay.review.leaves": "Quitte votre portefeuille",
  "pay.review.later": "Quitte votre portefeuille à l’étape suivante",
  "pay.review.checked": "Vérifié : votre portefeuille se verra demander exactement ceci, et rien d'autre.",
  "pay.review.known": "{contract} est un contrat de paiement connu sur {network}.",
  "pay.review.knownToken": "Elle s'adresse au contrat connu de {symbol} sur {network}.",
  "pay.review.step": "Étape {step} sur {steps}",
  "pay.reset": "Réinitialiser l'autorisation {symbol}",
  "pay.approve": "Autoriser {amount} {symbol}",
  "pay.payAmount": "Payer {amount} sur {network}",
  "pay.amountAnd": "{amount} {symbol}",
  "pay.lastCheck.title": "Une dernière vérification",
  "pay.lastCheck.text":
    "Nous vérifions que personne n’a payé entre-temps. Votre portefeuille vous demandera ensuite.",
  "pay.inWallet": "Confirmez dans votre portefeuille",
  "pay.inWalletText":
    "Votre portefeuille affiche la transaction. Comparez le montant et le réseau, puis confirmez-la.",
  "pay.inWalletLate":
    "Votre portefeuille n'a pas encore répondu. Regardez-y : répondez à sa question s'il la pose encore. S'il a envoyé le paiement, cette page le verra d'elle-même. Ne rechargez cette page que si votre portefeuille ne montre ni l'un ni l'autre.",
  "pay.inWalletLateAgain":
    "Votre portefeuille n'a pas encore répondu. Regardez-y : répondez s'il demande encore. S'il a envoyé le paiement, cette page le verra d'elle-même. S'il ne montre ni l'un ni l'autre, demandez-lui de nouveau : cette page regarde d'abord si quelque chose a été envoyé.",
  "pay.inWalletLatePermission":
    "Votre portefeuille n'a pas encore répondu. Regardez-y : répondez s'il demande encore. S'il ne montre rien, revenez en arrière et réessayez. Rien n'a été payé.",
  "pay.inWalletNo": "Pour revenir en arrière, refusez-y.",
  "pay.askAgain": "Redemander à mon portefeuille",
  "pay.unanswered":
    "Ce paiement a déjà été demandé à votre portefeuille, qui pourrait encore l'envoyer. S'il demande encore, refusez-y. S'il l'a envoyé, attendez : cette page le verra d'elle-même.",
  "pay.unanswered.sent":
    "Si votre portefeuille demande encore ce paiement, refusez-y. Sinon, il serait payé deux fois.",
  "pay.settling.title": "En attente de l'autorisation",
  "pay.settling.text": "Le réseau la confirme. Vous pourrez payer dans un instant.",
  "pay.settling.late":
    "Cela prend plus de temps que d'habitude. Cette page continue d'elle-même dès que l'autorisation est là.",
  "pay.advanced": "Avancé : ce que signe votre portefeuille",
  "pay.advanced.contract": "Contrat",
  "pay.advanced.function": "Fonction",
  "pay.advanced.value": "Monnaie native envoyée",
  "pay.advanced.data": "Données",
  "pay.advanced.hiddenData": "non affiché, car il contient l'adresse privée du destinataire",
  "pay.refused.title": "Arrêté pour votre sécurité",
  "pay.refused.text":
    "La transaction ne correspond pas à ce que montre cette page ; elle n'a donc pas été transmise à votre portefeuille. Rien n'a été signé ni payé.",
  "pay.refused.what": "Différence : {field}",
  "pay.refused.how":
    "Nous avons prévenu l'exploitant de cette page. Réessayez plus tard, ou demandez un nouveau lien au destinataire.",
  "pay.confirming.title": "Paiement envoyé",
  "pay.confirming.waiting": "En attente de prise en compte par le réseau.",
  "pay.confirming.mined": "Le réseau l'a reçu. En attente qu'il soit compté.",
  "pay.confirming.progress": "Confirmé : {count} sur {needed}",
  "pay.confirming.amount": "Un montant comme celui-ci est compté après {needed} confirmations.",
  "pay.confirming.close": "Vous pouvez fermer cette page : le paiement se poursuit sans elle.",
  "pay.confirming.seen": "Paiement vu sur le réseau",
  "pay.confirming.late":
    "Cela prend plus de temps que d’habitude. Regardez l’activité de votre portefeuille : si vous y avez annulé ou remplacé le paiement, rien n’a été payé ici et vous pouvez recommencer.",
  "pay.confirming.again": "Recommencer",
  "pay.unsent.title": "Pas encore envoyé",
  "pay.unsent.text":
    "Personne n'a encore confirmé avoir pris ce que votre portefeuille a signé : le réseau ou le service est peut-être trop occupé. Rien n'indique que quelque chose ait été envoyé. Ne signez et ne payez rien d'autre à la place : vous pouvez remettre la même transaction signée ; quel que soit le nombre de fois, elle est exécutée au plus une fois.",
  "pay.unsent.until":
    "C'est possible jusqu'au {date} ; après, elle ne pourra plus jamais être exécutée et vous pourrez recommencer.",
  "pay.unsent.over":
    "Son délai est passé ({date}). Cette page regarde si elle a tout de même été exécutée ; sinon, vous pourrez recommencer dans un instant.",
  "pay.unsent.again": "L'envoyer à nouveau",
  "pay.unsent.still": "Toujours personne ne l'a prise. Vous pouvez réessayer.",
  "pay.done.title": "Paiement réussi",
  "pay.done.overpaid":
    "Il a été payé plus que demandé : {amount} {symbol} de trop. Le destinataire a tout reçu ; demandez-lui de rendre le reste.",
  "pay.done.late":
    "Il est arrivé après l'expiration du lien. Le destinataire a l'argent et voit le paiement.",
  "pay.done.already": "Ce lien de paiement a déjà été payé.",
  "pay.done.goBack": "Revenir et fermer",
  "pay.done.receipt": "Voir le reçu",
  "pay.done.invoice": "Télécharger la facture",
  "pay.done.mail": "Envoyer le reçu par e-mail",
  "pay.mail.paid": "Payé : {amount} sur {network}",
  "pay.mail.to": "À : {name}",
  "pay.mail.at": "Quand : {date}",
  "pay.mail.reference": "Référence : {reference}",
  "pay.mail.transaction": "Transaction : {hash}",
  "pay.done.receipts": "Voir le reçu {number}",
  "pay.revoke.text":
    "Votre portefeuille autorise encore le contrat de paiement à prendre {amount} {symbol}. Vous pouvez retirer cette autorisation.",
  "pay.revoke.button": "Retirer l'autorisation",
  "pay.revoke.settling": "Retrait en cours",
  "pay.revoke.done": "L'autorisation est retirée.",
  "pay.revoke.failed": "L'autorisation n'a pas été retirée. Réessayez.",
  "pay.blocked.title": "Ce portefeuille ne peut pas payer",
  "pay.blocked.wallet_not_allowed":
    "Ce portefeuille ne peut pas payer selon la politique du destinataire : seuls certains portefeuilles le peuvent. Rien n'a été signé ni payé. Utilisez un autre portefeuille ou demandez au bénéficiaire lequel peut payer.",
  "pay.blocked.rejected":
    "Ce portefeuille ne peut pas payer selon la politique du destinataire : il n'a pas passé son contrôle. Rien n'a été signé ni payé. Utilisez un autre portefeuille ou demandez au bénéficiaire.",
  "pay.blocked.error":
    "Ce portefeuille ne peut pas payer pour l'instant selon la politique du destinataire, car le contrôle n'a pas pu être fait. Réessayez dans un instant.",
  "pay.expired.title": "Trop tard : ce lien a expiré",
  "pay.expired.text":
    "Il ne peut plus être payé, et rien ne vous a été pris. Demandez un nouveau lien au destinataire.",
  "pay.expired.partly":
    "Il a expiré avant que tout soit payé. Le destinataire a ce qui a été envoyé. Demandez-lui un nouveau lien pour le reste.",
  "pay.not_found.title": "Lien invalide : rien trouvé",
  "pay.not_found.text":
    "L'adresse de cette page est incomplète, ou le lien n'existe pas. Redemandez-le au destinataire.",
  "pay.invalidated.title": "Ce lien n'est plus valide",
  "pay.invalidated.text":
    "Le destinataire a placé le paiement dans un autre lien. Demandez-le. Rien ne vous a été pris.",
  "pay.failed.title": "Ce paiement a été arrêté",
  "pay.failed.text":
    "Le destinataire n'a pas passé un contrôle ; rien ne peut donc être payé ici. Rien ne vous a été pris. Demandez au bénéficiaire comment payer autrement.",
  "pay.in_progress.title": "Paiement en cours",
  "pay.in_progress.text":
    "Un paiement attend les cosignataires d'un portefeuille partagé. Cette page le suit ; s'il échoue, vous pourrez de nouveau payer ici.",
  "pay.in_progress.deadline": "Ils ont jusqu'au {date}.",
  "pay.safe.review": "Vérifier et proposer à votre Safe",
  "pay.safe.reviewText":
    "Les propriétaires de votre Safe signent ceci comme une seule transaction ; il en faut {threshold} sur {owners}. Elle est exécutée en entier ou pas du tout :",
  "pay.safe.proposed": "Proposé à votre Safe",
  "pay.safe.proposedText":
    "Les propriétaires signent dans le Safe. Vous pouvez fermer cette page : le paiement continue sans elle.",
  "pay.safe.account": "Safe",
  "pay.safe.signatures": "Signatures",
  "pay.safe.signaturesNeeded": "{needed} nécessaires",
  "pay.safe.signaturesOf": "{count} sur {needed}",
  "pay.safe.ownersOf": "{needed} propriétaires sur {owners} doivent signer",
  "pay.safe.rejections": "Signatures pour le rejeter",
  "pay.safe.execute":
    "Quand assez de propriétaires ont signé, l'un d'eux exécute la transaction dans le Safe. Jusque-là, rien n'est payé.",
  "pay.safe.hash": "Hash de la transaction du Safe",
  "pay.safe.holds": "Jusqu'au {date}, personne d'autre ne peut payer ici.",
  "pay.safe.ended.execution_failed":
    "Le Safe a tenté de payer et sa transaction a échoué. Rien n'a été payé ; on peut payer à nouveau.",
  "pay.safe.ended.rejected":
    "Les propriétaires du Safe ont rejeté le paiement. Rien n'a été payé ; on peut payer à nouveau.",
  "pay.safe.ended.replaced":
    "Le Safe a exécuté autre chose à la place du paiement. Rien n'a ainsi été payé ; on peut payer à nouveau.",
  "pay.safe.ended.deadline_passed":
    "Le paiement du Safe n'a pas été exécuté à temps. Rejetez-le dans le Safe avant de payer à nouveau : exécuté plus tard, il paierait une seconde fois.",
  "pay.bank.account": "Compte bancaire",
  "pay.bank.receives": "Arrive sur le compte bancaire",
  "pay.bank.receivesAbout": "Arrive sur le compte bancaire, environ",
  "pay.bank.estimate": "Le prestataire change au taux du moment où votre paiement est arrivé.",
  "pay.bank.received": "Arrivé sur le compte bancaire",
  "pay.bank.later": "{currency} ; le montant est connu une fois le paiement préparé",
  "pay.bank.rate": "Taux",
  "pay.bank.fees": "Frais du prestataire",
  "pay.bank.noFees": "aucuns",
  "pay.bank.developer_fee": "Frais de la plateforme",
  "pay.bank.exchange_fee": "Frais de change",
  "pay.bank.gas_fee": "Frais de réseau du prestataire",
  "pay.bank.deposit": "Adresse de dépôt",
  "pay.bank.returnsTo": "L'argent qui revient va à ce portefeuille",
  "pay.bank.toIdentity": "Ouvrir la vérification d'identité",
  "pay.bank.toAgreement": "Ouvrir les conditions",
  "pay.bank.newTab": "S'ouvre dans un nouvel onglet du prestataire. Revenez ensuite sur cette page.",
  "pay.bank.prepare": "Préparer avec ce portefeuille",
  "pay.bank.notPrepared":
    "Le paiement n'a pas pu être préparé. Rien n'a été payé. Réessayez dans un instant.",
  "pay.bank.delivered": "L'argent est sur le compte bancaire.",
  "pay.bank.stepDone": "fait",
  "pay.bank.step.initiated": "Argent reçu par le prestataire",
  "pay.bank.step.pending_internal_assessment": "Examen par le prestataire",
  "pay.bank.step.ongoing_checks": "Dernières vérifications",
  "pay.bank.step.sending_fiat": "Envoyé à la banque",
  "pay.bank.step.fiat_sent": "Sur le compte bancaire",
  "pay.to_bank.erased.title": "Données personnelles effacées",
  "pay.to_bank.erased.text":
    "Les données personnelles liées à ce paiement ont été effacées, il ne peut donc pas être payé ici. Rien ne vous a été pris. Demandez au destinataire d'établir une nouvelle demande de paiement.",
  "pay.to_bank.identity.title": "Vérification d'identité nécessaire",
  "pay.to_bank.identity.text":
    "Pour envoyer de l'argent sur un compte bancaire, le prestataire vérifie votre identité. Rien n'a été payé. Après la vérification, cette page continue d'elle-même.",
  "pay.to_bank.identity_pending.title": "Votre identité est en cours de vérification",
  "pay.to_bank.identity_pending.text":
    "Le prestataire a vos données et les vérifie. Rien n'a été payé. Vous pouvez fermer cette page et revenir plus tard.",
  "pay.to_bank.identity_rejected.title": "Vérification d'identité refusée",
  "pay.to_bank.identity_rejected.text":
    "Le prestataire n'a pas approuvé la vérification, rien ne peut donc être payé. Rien ne vous a été pris. Ouvrez la vérification pour voir ce qui manque, ou demandez au destinataire.",
  "pay.to_bank.agreement.title": "Conditions du prestataire",
  "pay.to_bank.agreement.text":
    "Le prestataire a besoin de votre accord sur ses conditions. Rien n'a été payé. Ensuite, cette page continue d'elle-même.",
  "pay.to_bank.agreement_rejected.title": "Conditions non acceptées",
  "pay.to_bank.agreement_rejected.text":
    "Le prestataire n'a pas d'accord avec vous, rien ne peut donc être payé. Rien ne vous a été pris. Ouvrez à nouveau les conditions, ou demandez au destinataire.",
  "pay.to_bank.bank_missing.title": "Pas encore de compte bancaire",
  "pay.to_bank.bank_missing.text":
    "Vos vérifications sont faites. Le destinataire doit encore ajouter le compte bancaire qui reçoit l'argent. Rien n'a été payé. Cette page continue d'elle-même.",
  "pay.to_bank.bank_pending.title": "Le compte bancaire est en cours de vérification",
  "pay.to_bank.bank_pending.text":
    "Le prestataire vérifie le compte bancaire qui reçoit l'argent, en général en moins d'une minute. Rien n'a été payé. Cette page continue d'elle-même.",
  "pay.to_bank.bank_failed.title": "Le compte bancaire a été refusé",
  "pay.to_bank.bank_failed.text":
    "Le prestataire ne peut pas payer vers ce compte bancaire. Rien ne vous a été pris. Demandez au destinataire d'en ajouter un autre.",
  "pay.to_bank.open.title": "Préparer le paiement",
  "pay.to_bank.open.text":
    "Le prestataire ouvre une adresse de dépôt pour votre portefeuille. Seul ce portefeuille peut alors payer. Préparer ne paie rien.",
  "pay.to_bank.other_wallet.title": "Préparé pour un autre portefeuille",
  "pay.to_bank.other_wallet.text":
    "Ce paiement a été préparé pour le portefeuille ci-dessous, lui seul peut donc le payer. Rien n'a été payé. Connectez ce portefeuille, ou demandez au destinataire d'établir une nouvelle demande de paiement.",
  "pay.to_bank.partly.title": "Une partie seulement est arrivée",
  "pay.to_bank.partly.text":
    "Une partie seulement du montant est à l'adresse de dépôt du prestataire. Ne payez pas le reste ici. Demandez au destinataire, qui règle cela avec le prestataire.",
  "pay.to_bank.earlier_address.title": "De l'argent est arrivé à une ancienne adresse",
  "pay.to_bank.earlier_address.text":
    "De l'argent pour ce paiement est arrivé à une adresse de dépôt qui avait déjà été remplacée. Ne payez pas une deuxième fois. Demandez au destinataire, qui règle cela avec le prestataire.",
  "pay.to_bank.initiated.title": "Le prestataire a votre paiement",
  "pay.to_bank.initiated.text":
    "L'argent est à l'adresse de dépôt du prestataire, qui paie le compte bancaire à partir de là. Vous n'avez plus rien à faire et pouvez fermer cette page.",
  "pay.to_bank.pending_internal_assessment.title": "Le prestataire examine le paiement",
  "pay.to_bank.pending_internal_assessment.text":
    "Le prestataire a l'argent et examine le paiement. Vous n'avez plus rien à faire et pouvez fermer cette page.",
  "pay.to_bank.ongoing_checks.title": "Le virement bancaire se prépare",
  "pay.to_bank.ongoing_checks.text":
    "Le prestataire a l'argent et fait ses dernières vérifications. Vous n'avez plus rien à faire et pouvez fermer cette page.",
  "pay.to_bank.sending_fiat.title": "Le virement bancaire est en route",
  "pay.to_bank.sending_fiat.text":
    "Le prestataire a envoyé l'argent à la banque, ce qui peut prendre quelques jours ouvrés. Vous n'avez plus rien à faire et pouvez fermer cette page.",
  "pay.to_bank.delivered.title": "L'argent est sur le compte bancaire",
  "pay.to_bank.delivered.text":
    "L'argent est arrivé à l'adresse de dépôt sans la référence de ce paiement. Ne payez pas une deuxième fois. Seul le destinataire peut dire de qui venait ce paiement.",
  "pay.to_bank.bounced.title": "La banque a renvoyé l'argent",
  "pay.to_bank.bounced.text":
    "La banque n'a pas pris l'argent et le prestataire l'a de nouveau. Ne payez pas une seconde fois. Le destinataire doit vérifier le compte bancaire ; le prestataire l'envoie ensuite à nouveau, ou le rend à votre portefeuille.",
  "pay.to_bank.retry_required.title": "Le virement bancaire doit être refait",
  "pay.to_bank.retry_required.text":
    "Le virement n'a pas fonctionné et le prestataire a l'argent. Ne payez pas une seconde fois. Le destinataire demande au prestataire de l'envoyer à nouveau.",
  "pay.to_bank.failed.title": "Le virement bancaire a échoué",
  "pay.to_bank.failed.text":
    "Le prestataire n'a pas pu payer le compte bancaire et a l'argent. Ne payez pas une seconde fois. Demandez au destinataire, qui règle cela avec le prestataire.",
  "pay.to_bank.refunded.title": "L'argent a été renvoyé",
  "pay.to_bank.refunded.text":
    "Rien n'est arrivé sur le compte bancaire. Le prestataire a renvoyé l'argent au portefeuille ci-dessous. Pour payer à nouveau, demandez au destinataire d'établir une nouvelle demande de paiement.",
  "pay.unavailable.title": "Le réseau est injoignable",
  "pay.unavailable.text": "Le lien n'est pas en cause et rien ne vous a été pris. Réessayez dans un instant.",
  "pay.no_rate.title": "Aucun taux de change pour le moment",
  "pay.no_rate.text":
    "Aucun taux fiable n'est disponible pour l'instant, donc aucun montant n'est demandé. Rien ne vous a été pris. La page réessaie d'elle-même.",
  "pay.quote.later":
    "Payé en {symbol}. Le montant exact est fixé pour votre portefeuille dès qu'il est connecté.",
  "pay.quote.amount": "Soit en {symbol}",
  "pay.quote.rate": "Taux",
  "pay.quote.priced": "Prix du",
  "pay.quote.until": "Taux garanti jusqu'au",
  "pay.quote.minutesLeft": "encore {minutes} min",
  "pay.quote.secondsLeft": "encore {seconds} s",
  "pay.partial.text": "{received} sont déjà arrivés. Reste à payer : {left}.",
  "pay.announced":
    "Quelqu'un a indiqué il y a un instant avoir envoyé ce paiement. Attendez qu'il apparaisse ici avant de payer une seconde fois.",
  "pay.someoneElse": "Quelqu'un paie ce lien",
  "pay.trouble.rejected":
    "Vous avez refusé dans votre portefeuille. Rien n'a été signé ; vous pouvez réessayer.",
  "pay.trouble.pending_request":
    "Votre portefeuille attend encore une réponse précédente. Ouvrez-le et répondez-y d'abord.",
  "pay.trouble.wrong_chain": "Votre portefeuille est sur un autre réseau et n'en a pas changé.",
  "pay.trouble.wrong_account": "Votre portefeuille est passé à un autre compte. Reconnectez-le.",
  "pay.trouble.not_installed": "Le portefeuille n'est pas installé dans ce navigateur.",
  "pay.trouble.insufficient_funds":
    "Votre portefeuille ne contient pas assez pour le paiement et les frais de réseau.",
  "pay.trouble.no_typed_data":
    "Votre portefeuille ne peut pas signer ce type de document (EIP-712). Utilisez un autre portefeuille.",
  "pay.trouble.no_batch": "Votre portefeuille ne fait pas tout ceci ensemble. Continuez étape par étape.",
  "pay.trouble.safe_no_batch":
    "Ce paiement ne peut pas être demandé à votre Safe par cette connexion. Ouvrez le lien comme application dans votre Safe.",
  "pay.trouble.real_wallet_refused":
    "Cette page fonctionne sur des chaînes de test locales. Seul Test wallet fonctionne ici.",
  "pay.trouble.disconnected": "Votre portefeuille n'est plus connecté.",
  "pay.trouble.failed":
    "Votre portefeuille n'a pas répondu comme prévu. Vérifiez-y si quelque chose a été envoyé ; sinon, réessayez.",
  "pay.trouble.wallet_changed":
    "Votre portefeuille est passé à un autre compte ; tout a donc été revérifié pour lui.",
  "pay.trouble.network_changed": "Votre portefeuille a changé de réseau ; tout a donc été revérifié.",
  "pay.trouble.quote_renewed":
    "Le taux a expiré et a été renouvelé. Le montant était de {before}, il est maintenant de {after}. Vérifiez et continuez.",
  "pay.trouble.payment_changed":
    "Quelque chose a changé entre-temps dans ce paiement. Vérifiez et continuez.",
  "pay.trouble.reverted":
    "Le réseau a refusé la transaction et l'a annulée. L'argent est toujours dans votre portefeuille, sauf les frais de réseau. Vous pouvez réessayer.",
  "pay.trouble.approval_reverted":
    "Le réseau a refusé l'autorisation. Rien n'a été payé ; vous pouvez réessayer.",
  "pay.trouble.replaced":
    "Votre portefeuille a remplacé le paiement par une autre transaction ; il n'a donc pas été fait. L'argent est toujours dans votre portefeuille. Vous pouvez réessayer.",
  "pay.trouble.unpaid":
    "Le réseau a la transaction, mais votre paiement n'y est pas. Rien n'a été payé. Regardez dans votre portefeuille avant de réessayer.",
  "pay.trouble.batch_failed":
    "Votre portefeuille n'a pas exécuté le paiement. Rien n'a été payé ; vous pouvez réessayer.",
  "pay.trouble.batch_partly":
    "Votre portefeuille n'en a exécuté qu'une partie. Le paiement n'a pas été fait, mais une autorisation peut subsister. Vous pouvez réessayer.",
  "pay.trouble.dropped":
    "Le réseau n'a pas pris le paiement en compte à temps ; il n'a donc pas été fait. L'argent est toujours dans votre portefeuille. Vous pouvez réessayer.",
  "pay.trouble.not_relayed":
    "Ce que votre portefeuille a signé n'a pas pu être envoyé. Rien n'a été payé ; vous pouvez réessayer.",
  "pay.trouble.maybe_sent":
    "Votre portefeuille a peut-être déjà envoyé ce paiement ; il n'a donc pas été sollicité de nouveau. Regardez son activité et réessayez dans un instant.",
  "pay.trouble.allowance_short":
    "L'autorisation est inférieure au paiement. Autorisez le montant entier, qui n'est pris qu'une fois.",
  "pay.trouble.unreachable": "Le service est injoignable pour le moment. Rien n'a été payé ; réessayez.",
  "pay.field.answer": "la réponse dans son ensemble",
  "pay.field.wallet": "le portefeuille",
  "pay.field.network": "le réseau",
  "pay.field.transactions": "le nombre de transactions",
  "pay.field.contract": "le contrat",
  "pay.field.function": "ce que fait le contrat",
  "pay.field.token": "le jeton",
  "pay.field.recipient": "le destinataire",
  "pay.field.amount": "le montant",
  "pay.field.reference": "la référence",
  "pay.field.approval": "ce qui a été approuvé",
  "pay.field.feeRecipient": "qui reçoit les frais",
  "pay.field.feeAmount": "les frais",
  "pay.field.spender": "qui peut prendre les jetons",
  "pay.field.allowance": "combien peut être pris",
  "pay.field.quote": "le taux de change",
  "pay.field.value": "la monnaie native envoyée",
  "pay.field.dates": "les dates ou leur nombre",
  "pay.field.permit": "le document à signer",
  "pay.field.calldata": "les données de l'appel",
  "pay.bundle.open": "À payer",
  "pay.bundle.moving": "En route",
  "pay.bundle.paid": "Payé",
  "pay.bundle.blocked": "Laissé de côté",
  "pay.bundle.progress": "{paid} sur {total} payés",
  "pay.bundle.onTheWay": { one: "{count} en route", other: "{count} en route" },
  "pay.bundle.leftOut": {
    one: "{count} paiement ne peut pas être fait ici et est laissé de côté. Vous payez les autres.",
    other: "{count} paiements ne peuvent pas être faits ici et sont laissés de côté. Vous payez les autres.",
  },
  "pay.bundle.some": "{open} destinataires sur {total}",
  "pay.bundle.openNow": "Dont {amount} {symbol} peuvent être payés maintenant.",
  "pay.bundle.masked":
    "Les destinataires gardent leurs adresses complètes privées. La page vérifie chacune avant que vous signiez.",
  "pay.bundle.total": {
    one: "{count} paiement en {symbol} sur {network}",
    other: "{count} paiements en {symbol} sur {network}",
  },
  "pay.bundle.showAll": "Afficher les {count} destinataires",
  "pay.bundle.showFewer": "Afficher moins de destinataires",
  "pay.bundle.payAlone": "Payer seulement celui-ci sur {network}",
  "pay.bundle.networks": "sur plusieurs réseaux",
  "pay.bundle.why.secure_payment_expired":
    "Son propre lien a expiré. Demandez-en un nouveau à l'expéditeur de cette page.",
  "pay.bundle.why.secure_payment_not_pending":
    "Il a été déplacé dans un autre lien ou retiré. Renseignez-vous auprès de l'expéditeur de cette page.",
  "pay.bundle.why.compliance_failed":
    "Le destinataire n'a pas passé un contrôle ; rien ne peut donc lui être payé.",
  "pay.bundle.why.other":
    "Il ne peut pas être payé dans le cadre de cette page. Renseignez-vous auprès de son expéditeur.",
  "pay.bundle_blocked.title": "Rien ne peut être payé ici",
  "pay.bundle_blocked.left":
    "Ce qui reste de ces paiements ne peut pas être fait. La raison figure à côté de chacun. Rien ne vous a été pris.",
  "pay.bundle_blocked.networks":
    "Ces paiements sont sur plusieurs réseaux ; aucune transaction unique ne peut les faire. Ouvrez chacun par son propre lien.",

  "embed.wallet": "Payer avec un portefeuille du navigateur",
  "embed.window":
    "Ouvre la page de paiement dans sa propre fenêtre, car les portefeuilles ne s'utilisent pas à l'intérieur d'autres sites.",

  "schedule.by": "Mis en place par {name}",
  "schedule.title": "Paiement récurrent",
  "schedule.every.DAILY": "chaque jour",
  "schedule.every.WEEKLY": "tous les 7 jours",
  "schedule.every.MONTHLY": "tous les 30 jours",
  "schedule.every.YEARLY": "tous les 365 jours",
  "schedule.times": { one: "{count} paiement", other: "{count} paiements" },
  "schedule.from": "Payé depuis",
  "schedule.fee": "Frais à chaque paiement",
  "schedule.feeTo": "Les frais vont à",
  "schedule.until": "Rien n’est prélevé après le",
  "schedule.most": "Le maximum qui peut quitter votre portefeuille",
  "schedule.mostText": {
    one: "{amount}, {count} fois. Le contrat ne prend pas plus, ne paie personne d’autre et ne prend rien plus tôt.",
    other:
      "{amount} à chaque fois, {count} fois. Le contrat ne prend pas plus, ne paie personne d’autre et ne prend rien plus tôt.",
  },
  "schedule.dates": "Dates",
  "schedule.allDates": { one: "{count} date", other: "Les {count} dates" },
  "schedule.note.MONTHLY":
    "Ici, un mois compte toujours 30 jours : le jour du mois change donc. Voici les dates réelles.",
  "schedule.note.YEARLY":
    "Ici, une année compte toujours 365 jours, même bissextile. Voici les dates réelles.",
  "schedule.instalment.paid": "payé",
  "schedule.permit": "Ce que vous signez, champ par champ",
  "schedule.permitText": "Votre portefeuille affiche ces champs. Ils doivent y dire la même chose.",
  "schedule.field.name": "Nom du contrat",
  "schedule.field.version": "Sa version",
  "schedule.field.chainId": "Numéro du réseau : la signature ne vaut sur aucun autre",
  "schedule.field.verifyingContract":
    "Le contrat qui prélève les paiements : la signature ne vaut pour aucun autre",
  "schedule.field.subscriber": "Votre portefeuille, qui paie",
  "schedule.field.token": "Le jeton payé",
  "schedule.field.recipient": "Qui reçoit les paiements",
  "schedule.field.feeAddress": "Qui reçoit les frais ; des zéros pour personne",
  "schedule.field.amount": "Ce que le destinataire reçoit à chaque fois, dans la plus petite unité",
  "schedule.field.feeAmount": "Les frais à chaque fois, dans la plus petite unité",
  "schedule.field.gasFee": "Pour les frais de réseau : rien",
  "schedule.field.periodSeconds": "Secondes entre deux paiements",
  "schedule.field.firstExec": "Moment du premier paiement, en secondes depuis 1970",
  "schedule.field.totalExecutions": "Nombre de paiements",
  "schedule.field.nonce": "Un nombre aléatoire qui distingue cette signature des autres",
  "schedule.field.deadline": "Après ce moment rien n’est prélevé, en secondes depuis 1970",
  "schedule.noScript":
    "Cette page a besoin de JavaScript pour demander une signature à votre portefeuille. Rien n’est prélevé sur un portefeuille qui n’a pas signé.",
  "schedule.noTron": "Les portefeuilles Tron ne peuvent pas le signer.",
  "schedule.wrongWallet.title": "C’est un autre portefeuille",
  "schedule.wrongWallet.text": "Seul ce portefeuille peut signer ou annuler ce paiement récurrent :",
  "schedule.wrongWallet.yours": "Vous avez connecté :",
  "schedule.preparing.title": "Préparation de la signature",
  "schedule.preparing.text": "Nous assemblons ce que vous signez et le comparons à ce que vous voyez ici.",
  "schedule.approve.title": "Autorisez d’abord le contrat",
  "schedule.approve.text":
    "Le contrat prélève chaque paiement à son échéance ; il lui faut donc une autorisation de {amount} {symbol}. Il ne peut l’utiliser que pour des paiements que vous avez signés.",
  "schedule.approve.others": "Dont {amount} pour vos autres paiements récurrents en cours.",
  "schedule.sign.title": "Vérifier et signer",
  "schedule.sign.text":
    "Signer ne coûte rien et n’envoie rien maintenant. Ensuite, les paiements quittent votre portefeuille d’eux-mêmes, aux dates ci-dessus. Vous pouvez annuler à tout moment.",
  "schedule.sign.keep": "Gardez au moins {amount} dans le portefeuille à chaque date.",
  "schedule.sign.button": {
    one: "Signer {count} paiement de {amount}",
    other: "Signer {count} paiements de {amount}",
  },
  "schedule.handing.title": "Remise de votre signature",
  "schedule.handing.text": "Le service la vérifie. Gardez cette page ouverte un instant.",
  "schedule.refusedSignature":
    "Le service n’a pas accepté la signature ; rien ne sera prélevé. Réessayez avec le portefeuille indiqué ci-dessus.",
  "schedule.progress": "{count} sur {needed} payés",
  "schedule.next": "Prochain paiement",
  "schedule.status.pending": "En attente de votre signature",
  "schedule.status.active": "En cours",
  "schedule.status.paused": "En pause",
  "schedule.status.completed": "Tous les paiements sont faits",
  "schedule.status.cancelled": "Annulé",
  "schedule.status.expired": "Terminé",
  "schedule.active.text":
    "Les paiements quittent le portefeuille d’eux-mêmes à leurs dates. Vous n’avez plus rien à faire et pouvez annuler à tout moment.",
  "schedule.failed":
    "La dernière tentative de paiement a échoué : {reason} Une nouvelle tentative aura lieu au moment indiqué.",
  "schedule.failure.insufficient_funds": "le portefeuille contenait moins que le paiement.",
  "schedule.failure.insufficient_allowance": "l’autorisation du contrat était inférieure au paiement.",
  "schedule.failure.transfer_refused": "le jeton a refusé le transfert.",
  "schedule.failure.inexact_transfer":
    "le jeton aurait déplacé un autre montant que celui que vous avez signé.",
  "schedule.paused.text": "Rien n’est prélevé pour le moment.",
  "schedule.paused.failed": "Rien n’est prélevé pour le moment, car des tentatives ont échoué : {reason}",
  "schedule.paused.next":
    "Le marchand peut le reprendre. Les paiements manqués sont alors prélevés aussitôt, l’un après l’autre. Annulez ici si vous ne le souhaitez pas.",
  "schedule.completed.text": "Plus rien ne peut être prélevé avec cette signature.",
  "schedule.cancelled.payer":
    "Vous l’avez annulé dans le contrat. Plus rien ne peut être prélevé avec cette signature.",
  "schedule.cancelled.platform":
    "Le marchand l’a annulé et ce service ne lance plus aucun paiement. Si vous avez signé, annulez-le aussi dans le contrat : alors plus personne ne peut rien prélever.",
  "schedule.cancelled.deadline": "Son délai est passé. Plus rien ne peut être prélevé avec cette signature.",
  "schedule.notFound.title": "Ce lien ne mène à aucun paiement récurrent",
  "schedule.notFound.text":
    "Demandez le bon lien à la personne qui vous l’a envoyé. Rien n’a été signé et rien n’est prélevé.",
  "schedule.inWallet":
    "Votre portefeuille affiche une transaction vers le contrat. Elle ne déplace aucun jeton. Confirmez-la là.",
  "schedule.settling": "Le réseau la confirme. Gardez cette page ouverte un instant.",
  "schedule.settling.late":
    "Cela prend plus de temps que d'habitude. La transaction continue sans cette page : rouvrez-la plus tard pour voir si elle est terminée.",
  "schedule.cancel.connect": "Connecter le portefeuille pour annuler",
  "schedule.cancel.button": "Annuler ce paiement récurrent",
  "schedule.cancel.title": "Annuler définitivement",
  "schedule.cancel.text":
    "Votre portefeuille envoie une transaction au contrat, pour laquelle le réseau prend des frais. Ensuite plus personne ne peut rien prélever avec cette signature, pas même ce service. Les paiements faits restent faits.",
  "schedule.cancel.confirm": "Annuler sur {network}",
  "schedule.cancel.sent": "Annulation en cours",
  "schedule.cancel.done": "Annulé dans le contrat",
  "schedule.cancel.doneText":
    "Le contrat ne prend plus rien avec cette signature. Le marchand le verra dans un instant.",
  "schedule.cancel.reverted": "Le réseau ne l’a pas exécuté. Rien n’a changé ; vous pouvez réessayer.",
  "schedule.lower.connect": "Connecter le portefeuille pour réduire son autorisation",
  "schedule.lower.text":
    "Le contrat peut encore prendre {amount} dans ce portefeuille. Il ne pourrait l’utiliser que pour des paiements que vous signez ; vos autres paiements récurrents ont besoin de {others}.",
  "schedule.lower.button": "Fixer l’autorisation à {amount}",
  "schedule.lower.sent": "Modification de l’autorisation",
  "schedule.lower.none":
    "L’autorisation du contrat ne dépasse pas ce dont vos autres paiements récurrents ont besoin.",
  "schedule.running.title": "Ce qui quitte votre portefeuille tout seul",
  "schedule.running.text":
    "Tous les paiements récurrents d’un portefeuille sur ce service, quel que soit leur auteur. Vous pouvez annuler chacun ici.",
  "schedule.running.sign": "Signer pour les voir",
  "schedule.running.signText":
    "Montrez par une signature que ce portefeuille est le vôtre. Cela ne coûte rien et ne déplace pas d’argent.",
  "schedule.running.asked": "Votre portefeuille affiche un message. Signez-le pour voir la liste.",
  "schedule.running.count": { one: "{count} paiement récurrent", other: "{count} paiements récurrents" },
  "schedule.running.none": "Rien ne quitte ce portefeuille tout seul.",
  "schedule.running.status": "État",
  "schedule.running.paid": "Payé jusqu’ici",
  "schedule.running.rest": "Peut encore quitter le portefeuille",
  "schedule.running.open": "Dates et détails",

  "wallet.loading": "Recherche de portefeuilles…",
  "wallet.loadingFailed": "Les portefeuilles n'ont pas pu être chargés. Vérifiez la connexion et réessayez.",
  "wallet.empty": "Aucun réseau de ce type n'est configuré.",
  "wallet.family": "Type de portefeuille",
  "wallet.evm": "EVM",
  "wallet.tron": "Tron",
  "wallet.more": "Plus de portefeuilles",
  "wallet.waiting": "En attente de {name}. Cherchez sa fenêtre.",
  "wallet.notInstalled": "{name} n'est pas installé dans ce navigateur.",
  "wallet.install": "Obtenir {name}",
  "wallet.openApp": "Ouvrir {name}",
  "wallet.scan": "Scannez ce code avec {name}.",
  "wallet.copyLink": "Copier le lien",
  "wallet.error.rejected": "Vous avez refusé dans le portefeuille. Rien ne s'est passé.",
  "wallet.error.pending_request":
    "{name} attend encore une réponse précédente. Ouvrez-le et répondez-y d'abord.",
  "wallet.error.wrong_chain": "{name} est sur un autre réseau.",
  "wallet.error.wrong_account": "{name} est passé à un autre compte.",
  "wallet.error.not_installed": "{name} n'est pas installé dans ce navigateur.",
  "wallet.error.insufficient_funds": "{name} ne contient pas assez pour cela.",
  "wallet.error.no_typed_data": "{name} ne peut pas signer ce type de document.",
  "wallet.error.no_batch": "{name} n'envoie pas plusieurs transactions ensemble.",
  "wallet.error.real_wallet_refused":
    "Cette page fonctionne sur des chaînes de test locales. Seul Test wallet fonctionne ici.",
  "wallet.error.disconnected": "{name} n'est pas connecté.",
  "wallet.error.failed": "{name} n'a pas répondu comme prévu. Réessayez.",

  ...crosschain,
  ...exchange,
  ...onboarding,

  "receipt.title": "Reçu",
  "receipt.heading": "Payé",
  "receipt.reference": "Référence",
  "receipt.payee": "Destinataire",
  "receipt.payeeMasked": "Le destinataire garde l'adresse complète privée.",
  "receipt.asked": "Demandé",
  "receipt.refunded": "Remboursé",
  "receipt.requestId": "Demande",
  "receipt.transfers": { one: "{count} transfert", other: "{count} transferts" },
  "receipt.from": "De",
  "receipt.transaction": "Transaction",
  "receipt.block": "Bloc",
  "receipt.explorer": "Voir dans l'explorateur de blocs",
  "receipt.confirmed": "Confirmé",
  "receipt.final": "Définitif",
  "receipt.confirmedNote":
    "Assez profond dans la chaîne pour compter. Il devient définitif avec les blocs suivants.",
  "receipt.finalNote": "La chaîne ne reviendra pas dessus.",
  "receipt.quittance": "Reçu signé",
  "receipt.quittanceNote":
    "Une quittance est ce reçu sous forme de fichier signé. Chacun peut la vérifier sans nous interroger et la comparer avec la chaîne.",
  "receipt.download": "Télécharger la quittance",
  "receipt.signer": "Signé par",
  "receipt.pdf": "Télécharger en PDF",
  "receipt.print": "Imprimer",
  "receipt.none": "Aucun reçu ici",
  "receipt.noneNote":
    "Soit ce paiement n'est pas encore confirmé, soit l'adresse est incomplète. Si vous venez de payer, regardez de nouveau dans un instant.",

  "quittance.check": "Vérifier la quittance",
  "quittance.checking": "Vérification en cours",
  "quittance.verified": "Vérifiée : cette quittance est authentique",
  "quittance.verifiedNote":
    "Votre navigateur l’a vérifiée lui-même : la clé du service a signé exactement ceci, et les transferts totalisent le montant.",
  "quittance.signedBy": "Signée par",
  "quittance.amount": "Montant",
  "quittance.recipient": "Destinataire",
  "quittance.paidAt": "Payé le",
  "quittance.transaction": "Transaction",
  "quittance.download": "Télécharger la quittance",
  "quittance.refused": "Non vérifiée",
  "quittance.refused.unreadable": "Ce qui a été chargé n’est pas une quittance complète.",
  "quittance.refused.signature":
    "La signature n’est pas celle du service : le document a été modifié, ou une autre clé l’a signé.",
  "quittance.refused.other":
    "Elle concerne un autre paiement : sa demande ou son destinataire n’est pas celui de cette page.",
  "quittance.refused.sums": "Ses transferts ne totalisent pas le montant.",
  "quittance.refusedNote":
    "Ne vous fiez pas à ce document. Votre paiement est tout de même sur la chaîne ; sa transaction figure sur cette page.",
  "quittance.unreachable": "La quittance n’a pas pu être chargée. Réessayez dans un instant.",

  "refund.title": "De l’argent vous est rendu",
  "refund.heading": "{merchant} vous rembourse",
  "refund.headingUnnamed": "Vous êtes remboursé",
  "refund.upTo": "Jusqu’à {amount} sur {network}",
  "refund.address": "Votre adresse sur {network}",
  "refund.hint":
    "Un portefeuille à vous, ou votre propre adresse sur une plateforme d’échange pour {symbol} sur {network}. Pas l’adresse d’où votre paiement est parti : c’est souvent celle de la plateforme, et l’argent qui y est envoyé est perdu.",
  "refund.continue": "Continuer",
  "refund.check": "Est-ce votre adresse ?",
  "refund.checkNote":
    "Comparez chaque signe. Elle ne peut plus être changée ensuite, et l’argent envoyé à une mauvaise adresse est perdu.",
  "refund.confirm": "Oui, l’envoyer là",
  "refund.change": "Changer l’adresse",
  "refund.done": "Votre adresse est indiquée",
  "refund.doneNote":
    "L’argent n’est pas encore envoyé. Celui qui le rend lit cette adresse et peut vous demander de la confirmer.",
  "refund.named": "Une adresse a déjà été indiquée ici",
  "refund.namedNote":
    "Elle ne peut pas être changée. Si ce n’était pas vous, dites-le tout de suite, avant que l’argent soit envoyé.",
  "refund.none": "Ce lien n’est pas valable",
  "refund.noneNote":
    "Son délai est peut-être passé, ou un autre lien l’a remplacé. Demandez-en un nouveau à celui qui vous l’a envoyé.",
  "refund.invalid":
    "L’argent ne peut pas être rendu à cela sur {network} : ce n’est pas une adresse, ou elle ne vous appartient pas.",
  "refund.rejected": "L’argent de ce paiement ne peut pas être envoyé à cette adresse.",
  "refund.trouble": "Le service n’a pas répondu. Réessayez.",
};
