import type { crosschain as source } from "@/messages/crosschain/en";
import type { TranslationOf } from "@/messages/message";

export const crosschain: TranslationOf<typeof source> = {
  "pay.field.refund": "qui récupère l'argent s'il n'est pas livré",
  "pay.field.deadline": "le délai du pont ou l'horloge de cet appareil",
  "pay.bridge.direct": "Directement, sans pont",
  "pay.bridge.about":
    "Environ {needed} {symbol}, dont {fee} {symbol} pour le pont. En général en moins d'une minute.",
  "pay.bridge.short": "Pas assez : il faut {needed} {symbol}, et vous y avez {balance} {symbol}.",
  "pay.bridge.unknown": "Ce réseau n'a pas répondu à temps : personne ne sait ce que vous y avez.",
  "pay.bridge.others": "Là où votre portefeuille a trop peu",
  "pay.bridge.away":
    "Payer depuis un autre réseau n'est pas possible pour le moment, car le pont ne répond pas. Payer sur {network} fonctionne comme toujours.",
  "pay.bridge.too_low": "Seuls les montants supérieurs à 1 USD peuvent être payés depuis un autre réseau.",
  "pay.bridge.only":
    "Ces paiements ne peuvent être faits que depuis un autre réseau, et aucun réseau où votre portefeuille a assez n’est utilisable pour le moment.",
  "pay.bridge.how":
    "Vos {symbol} sur {source} vont au pont Across, qui paie le destinataire sur {network}. Si personne ne livre avant {date}, tout revient dans votre portefeuille sur {source}.",
  "pay.bridge.fee": "Frais du pont",
  "pay.bridge.arrives": "Arrive sur {network}",
  "pay.bridge.until": "Prix garanti jusqu'à",
  "pay.bridge.over": "Ce prix a expiré. Obtenez le prix actuel avant de continuer.",
  "pay.bridge.renew": "Obtenir le prix actuel",
  "pay.bridge.known":
    "L'argent va au contrat connu du pont Across sur {network}, pour ce destinataire seulement.",
  "pay.bridge.title": "En route depuis {source}",
  "pay.bridge.legs": "Où est l'argent",
  "pay.bridge.leaves": "Quitte {source}",
  "pay.bridge.left": "A quitté {source}",
  "pay.bridge.arriving": "Arrive sur {network}",
  "pay.bridge.arrived": "Arrivé sur {network}",
  "pay.bridge.paying": "Payé au destinataire",
  "pay.bridge.paid": "Payé au destinataire",
  "pay.bridge.usual":
    "Cela prend en général moins d'une minute. Vous pouvez fermer cette page : le paiement continue sans elle.",
  "pay.bridge.otherwise": "Si personne ne livre avant {date}, {amount} reviennent à {address} sur {source}.",
  "pay.bridge.filled": "Le destinataire a l'argent. Il compte dès que le réseau l'a confirmé.",
  "pay.bridge.callFailed":
    "Le pont a remis l'argent directement au destinataire. Il compte comme ce paiement.",
  "pay.bridge.expired.title": "Pas livré à temps",
  "pay.bridge.expired":
    "Le pont n'a pas livré à temps. Dès que {network} l'a confirmé, {amount} sont rendus à {address} sur {source}.",
  "pay.bridge.refunding":
    "Le pont n'a pas livré et le paiement n'a pas été fait. Il rend {amount} à {address} sur {source}, en général en quelques heures ; il n'y a rien à faire. Vous pouvez payer à nouveau dès maintenant.",
  "pay.bridge.refunded":
    "Le pont n'a pas livré, et {amount} sont de retour à {address} sur {source}. Rien n'a été payé ; vous pouvez payer à nouveau.",
  "pay.bridge.failed":
    "Le pont n'a pas livré et n'a pas rendu {amount} depuis une semaine. Contactez l'assistance d'Across avec le numéro et le hash ci-dessous. Le paiement n'a pas été fait.",
  "pay.bridge.coming": "En route depuis un autre réseau : {amount}. Reste à payer : {left}.",
  "pay.bridge.several":
    "Chaque destinataire est payé par son propre dépôt. S'il n'est pas livré, lui seul revient et les autres restent valables.",
  "pay.bridge.more": {
    one: "Votre portefeuille demande chaque dépôt. Après celui-ci, il en reste un.",
    other: "Votre portefeuille demande chaque dépôt. Après celui-ci, il en reste {count}.",
  },
  "pay.bridge.next": {
    one: "Il reste un paiement. Cette page le demande dès que celui-ci est visible.",
    other: "Il reste {count} paiements. Cette page demande le suivant dès que celui-ci est visible.",
  },
  "pay.bridge.number": "Numéro auprès du pont",
  "pay.bridge.sourceHash": "Transaction sur {source}",
  "pay.bridge.refundHash": "Transaction du retour",
  "pay.bridge.surplus": "Le pont a apporté {amount} {symbol} de plus que demandé. Le destinataire a le tout.",
  "pay.trouble.price_renewed":
    "Le prix a expiré et a été renouvelé. Il était de {before}, il est maintenant de {after}. Vérifiez et continuez.",
  "pay.trouble.no_route":
    "Personne n'apporte ce paiement de là à un prix juste pour le moment. Rien n'a été payé ; choisissez un autre moyen.",
  "pay.trouble.bridge_away":
    "Le pont ne répond pas pour le moment. Rien n'a été payé ; choisissez un autre moyen ou réessayez.",
  "pay.trouble.bridge_no_safe":
    "Un Safe ne peut payer que sur le réseau du paiement. Rien n'a été payé ; choisissez ce moyen.",
};
