import type { TranslationOf } from "@/messages/message";
import type { onboarding as source } from "@/messages/onboarding/en";

export const onboarding: TranslationOf<typeof source> = {
  "onboarding.title": "Invitation",
  "onboarding.step": "Étape {step} sur {steps}",
  "onboarding.wallet": "Votre portefeuille",
  "onboarding.noScript":
    "Cette page a besoin de JavaScript pour connecter un portefeuille. Ce que vous accepteriez est écrit ici en entier.",

  "onboarding.welcome.title": "{partner} vous invite à être payé en stablecoins",
  "onboarding.welcome.text":
    "{partner} souhaite créer des liens de paiement pour vous. Lisez ce que cela signifie et ce que cela coûte. Rien n’est convenu tant que vous ne l’avez pas dit à la fin.",
  "onboarding.welcome.until": "Cette invitation sert une seule fois, jusqu’au {date}.",
  "onboarding.welcome.goOn": "Continuer",
  "onboarding.welcome.note":
    "Vous vous connectez avec votre portefeuille. Cela ne coûte rien et ne déplace pas d’argent.",

  "onboarding.connect.title": "Connectez le portefeuille sur lequel vous voulez être payé",
  "onboarding.connect.text":
    "Le portefeuille signe un message pour prouver qu’il est à vous. Cela ne coûte rien et ne déplace pas d’argent.",
  "onboarding.connect.sign": "Signez le message dans votre portefeuille.",

  "onboarding.destination.title": "Où vous êtes payé",
  "onboarding.destination.text":
    "Les paiements vont directement à votre portefeuille. Choisissez le réseau et le jeton que vous voulez recevoir.",
  "onboarding.destination.chain": "Réseau",
  "onboarding.destination.token": "Jeton",
  "onboarding.destination.chooseChain": "Choisissez un réseau",
  "onboarding.destination.chooseToken": "Choisissez un jeton",
  "onboarding.destination.current": "(actuel)",
  "onboarding.destination.paidIn": "{token} sur {network}",
  "onboarding.destination.use": "Utiliser cette destination",
  "onboarding.destination.change": "En choisir une autre",
  "onboarding.destination.changeNote":
    "Le changement vaut pour tout ce qui est payé à ce portefeuille : pour les liens créés à partir de maintenant, pas pour ceux qui existent.",
  "onboarding.destination.create": "Créer la destination",
  "onboarding.destination.update": "Changer la destination",

  "onboarding.review.title": "Vérifiez ce que vous acceptez",
  "onboarding.review.text":
    "C’est tout. Cela reste enregistré dans votre compte et vous pouvez le relire à tout moment.",
  "onboarding.review.paidTo": "Vous êtes payé",
  "onboarding.review.agree": "Accepter et se lier à {partner}",
  "onboarding.review.free": "Accepter ne coûte rien et ne déplace pas d’argent.",

  "onboarding.access.title": "Ce que {partner} peut faire",
  "onboarding.access.text":
    "Un nouvel identifiant client nommé {name} est créé dans votre compte. Avec lui, {partner} crée des liens de paiement qui vous paient.",
  "onboarding.access.domains": "Sites qui peuvent l’utiliser :",
  "onboarding.access.custody":
    "{partner} ne peut ni détenir ni détourner votre argent : ces liens paient votre portefeuille et personne d’autre, hormis les frais ci-dessous. {partner} voit l’identifiant client, votre portefeuille et ce qui est payé par ses liens.",

  "onboarding.fee.title": "Ce que cela coûte",
  "onboarding.fee.none": "{partner} ne prend pas de frais.",
  "onboarding.fee.incoming.payer":
    "{percent} en plus de chaque paiement que vous recevez. Le payeur les supporte.",
  "onboarding.fee.incoming.recipient":
    "{percent} de chaque paiement que vous recevez. Ils sont déduits de ce que vous recevez.",
  "onboarding.fee.outgoing.payer":
    "{percent} en plus de chaque paiement que vous faites. Vous les supportez.",
  "onboarding.fee.outgoing.recipient":
    "{percent} de chaque paiement que vous faites. Ils sont déduits de ce que reçoit le destinataire.",
  "onboarding.fee.cap": "Au plus {cap} USD par paiement.",
  "onboarding.fee.changes":
    "{partner} peut changer ses frais pour les liens créés plus tard ; un lien qui existe garde les siens. Votre tableau de bord montre les frais en vigueur à côté de ceux que vous avez acceptés, et vous pouvez partir à tout moment.",

  "onboarding.example.incoming": "Exemple : vous demandez {amount}",
  "onboarding.example.outgoing": "Exemple : vous payez {amount} à quelqu’un",
  "onboarding.example.payer": "Le payeur paie",
  "onboarding.example.youGet": "Vous recevez",
  "onboarding.example.youPay": "Vous payez",
  "onboarding.example.recipient": "Le destinataire reçoit",
  "onboarding.example.partner": "{partner} reçoit",
  "onboarding.example.service": "Ce service reçoit",

  "onboarding.screening.title": "Qui est contrôlé",
  "onboarding.screening.yours":
    "Vous choisissez si les portefeuilles de vos payeurs sont contrôlés. {partner} n’en décide pas.",
  "onboarding.screening.none": "Personne : les portefeuilles de vos payeurs ne sont pas contrôlés.",
  "onboarding.screening.by":
    "Les portefeuilles de vos payeurs sont contrôlés par {provider}. Un portefeuille refusé ne peut pas vous payer.",
  "onboarding.screening.backup":
    "{provider} n’est consulté que si le premier ne peut pas répondre. Un refus est définitif.",
  "onboarding.screening.fixed":
    "{partner} en décide. Vous pouvez le voir dans votre tableau de bord, mais pas le changer.",
  "onboarding.screening.choose": "Contrôler les portefeuilles de vos payeurs",
  "onboarding.screening.later": "Vous pourrez le changer plus tard dans votre tableau de bord.",
  "onboarding.screening.placeholder": "Choisissez",
  "onboarding.screening.choiceNone": "Ne pas les contrôler",

  "onboarding.look.title": "À quoi cela ressemble",
  "onboarding.look.partner": "Vos payeurs voient une page de paiement au nom et aux couleurs de {partner}.",
  "onboarding.look.plain":
    "Vos payeurs voient la page de paiement dans ses propres couleurs, sans autre nom.",

  "onboarding.leave.title": "Comment partir",
  "onboarding.leave.text":
    "Vous pouvez rompre le lien dans votre tableau de bord quand vous voulez, sans le demander. {partner} ne peut alors plus créer de liens pour vous ; ceux qui existent peuvent encore être payés. Un identifiant client délié ne peut plus être lié.",

  "onboarding.done.title": "Vous êtes lié",
  "onboarding.done.text":
    "{partner} peut maintenant créer des liens de paiement pour vous avec l’identifiant client {name}.",
  "onboarding.done.clientId": "Identifiant client",
  "onboarding.done.dashboard": "Ouvrir le tableau de bord",
  "onboarding.done.close":
    "Vous pouvez fermer cette page. Ce que vous avez accepté se trouve dans le tableau de bord, sous Partners.",

  "onboarding.used.title": "Cette invitation a déjà servi",
  "onboarding.used.text":
    "Elle sert une seule fois. Si c’était vous, tout est dans votre tableau de bord. Sinon, demandez-en une nouvelle à {partner}.",
  "onboarding.expired.title": "Trop tard : cette invitation a expiré",
  "onboarding.expired.text": "Rien n’a été convenu. Demandez-en une nouvelle à {partner}.",
  "onboarding.not_found.title": "Lien non valable : aucune invitation trouvée",
  "onboarding.not_found.text":
    "L’adresse de cette page est incomplète, ou l’invitation n’existe pas. Redemandez-la à l’expéditeur.",

  "onboarding.trouble.session_ended":
    "Votre session est terminée. Connectez à nouveau votre portefeuille. Rien n’a été convenu jusqu’ici.",
  "onboarding.trouble.terms_changed":
    "Les conditions ont changé depuis que vous avez ouvert cette page ; rien n’a donc été convenu. Relisez-les.",
  "onboarding.trouble.destination_gone":
    "Ce portefeuille n’a plus de destination active ; rien n’a donc été convenu. Choisissez-en une à nouveau.",
  "onboarding.trouble.unreachable":
    "Le service est injoignable. Il n’est pas certain que votre dernière étape soit arrivée. Réessayez dans un instant.",
  "onboarding.trouble.refused": "Le service ne l’a pas accepté. Rien n’a été convenu.",
  "onboarding.trouble.sign_in": "Le service n’a pas accepté la connexion. Réessayez dans un instant.",

  "onboarding.confirm.title": "Confirmez cette modification",
  "onboarding.confirm.text": "Rien n'a encore été modifié.",
  "onboarding.confirm.no": "Pas maintenant",
  "onboarding.confirm.yes": "Confirmer",
  "onboarding.confirm.with": "Confirmer avec {wallet}",
  "onboarding.confirm.account": "Compte : {account}",
  "onboarding.confirm.signing":
    "Votre portefeuille montre les mêmes mots. Signez-y si c'est ce que vous voulez ; signer ne coûte rien et ne déplace pas d'argent.",
  "onboarding.confirm.device":
    "Votre appareil demande votre empreinte, votre visage ou votre code PIN. Rien n'est payé.",
  "onboarding.confirm.passkey": "Confirmer avec une clé d'accès",
  "onboarding.confirm.any": "N'importe lequel de ces portefeuilles peut le confirmer :",
  "onboarding.confirm.other":
    "{wallet} n'est pas un portefeuille avec lequel vous vous connectez. Choisissez-en un parmi ceux nommés ici.",
  "onboarding.confirm.password": "Mot de passe du compte",
};
