import type { exchange as source } from "@/messages/exchange/en";
import type { TranslationOf } from "@/messages/message";

export const exchange: TranslationOf<typeof source> = {
  "pay.field.depositAddress": "l'adresse du virement",
  "pay.exchange.open": "Envoyer depuis une plateforme d'échange ou un autre portefeuille",
  "pay.exchange.asking": "Récupération de l'adresse de ce paiement.",
  "pay.exchange.failed":
    "Le service n'a pas répondu, ou ce paiement n'a pas de taux en ce moment. Rien n'a été envoyé ; réessayez.",
  "pay.exchange.onlyNetwork":
    "Choisissez {network} comme réseau de l'envoi. Sur un autre réseau, l'argent n'arrive pas ici.",
  "pay.exchange.amount": "Montant qui doit arriver",
  "pay.exchange.deducts":
    "Les plateformes déduisent leurs frais de ce qu'elles envoient. Vérifiez que ce montant exact en {symbol} arrive.",
  "pay.exchange.address": "Adresse",
  "pay.exchange.onlyToken":
    "Envoyez uniquement du {symbol}, sur {network}. Cette adresse n'appartient qu'à ce paiement.",
  "pay.exchange.later": "Ce qui arrive plus tard compte au taux de son moment.",
  "pay.exchange.checked":
    "Cette page a calculé l'adresse elle-même à partir de ce qui est affiché ici : elle ne peut payer que ce destinataire et les frais de ce paiement.",
  "pay.exchange.short":
    "S'il arrive moins, le paiement reste ouvert : cette page indique ce qui manque, et la même adresse reçoit le reste.",
  "pay.exchange.watching":
    "Cette page remarque l'envoi d'elle-même. Vous pouvez la fermer : le paiement continue sans elle.",
  "pay.exchange.wrongNetwork": "Envoyé sur un autre réseau ou dans une autre monnaie ?",
  "pay.exchange.wrongNetworkHow":
    "Seul du {symbol} sur {network} paie. Ce qui a été envoyé autrement ne compte pas ici. Écrivez au destinataire en indiquant le hash de la transaction : sur de nombreux réseaux, il peut encore obtenir l'argent.",
  "pay.exchange.code.transfer": "QR code : envoyer {amount} sur {network}",
  "pay.exchange.code.address": "QR code de l'adresse",
  "pay.exchange.code.transferNote":
    "Contient le réseau, la monnaie et le montant. Vérifiez-les dans votre portefeuille.",
  "pay.exchange.code.addressNote":
    "Contient seulement l'adresse : saisissez le réseau et le montant à la main.",
  "pay.exchange.code.showTransfer": "Code avec réseau et montant",
  "pay.exchange.code.showAddress": "Adresse seule, si votre application ne lit pas ce code",
  "pay.exchange.refused.title": "Cette adresse n'est pas affichée",
  "pay.exchange.refused.text":
    "Le service a donné une adresse qui n'appartient pas à ce paiement. N'envoyez rien. L'exploitant de cette page est prévenu.",
  "pay.exchange.unchecked":
    "Sans JavaScript, cette page n'a pas pu vérifier l'adresse. Comparez-la sur un autre appareil avant d'envoyer un montant important.",
  "pay.exchange.none.restricted": "Seuls certains portefeuilles peuvent faire ce paiement ; connectez-en un.",
  "pay.exchange.none.payee_hidden":
    "Le destinataire garde son adresse privée ; connectez un portefeuille pour ce paiement.",
  "pay.exchange.none.too_many": "Ce paiement a déjà trop d'adresses. Connectez un portefeuille.",
  "pay.exchange.none.bundle": "Plusieurs paiements sont faits ensemble ici ; connectez un portefeuille.",
  "pay.exchange.none.recurring": "Ce paiement est pris du portefeuille qui l'a accepté.",
  "pay.exchange.none.to_bank": "Ce paiement va sur un compte bancaire ; connectez un portefeuille.",
  "pay.exchange.none.native_coin":
    "La monnaie propre de ce réseau ne peut pas être envoyée à une telle adresse. Connectez un portefeuille.",
  "pay.exchange.none.network": "Ce réseau n'a pas encore de telles adresses. Connectez un portefeuille.",
  "pay.exchange.none.terms":
    "Les frais de ce paiement ne tiennent pas dans une telle adresse. Connectez un portefeuille.",
  "pay.exchange.none.nothing": "Il n'y a rien à payer en ce moment.",
};
