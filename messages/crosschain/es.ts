import type { crosschain as source } from "@/messages/crosschain/en";
import type { TranslationOf } from "@/messages/message";

export const crosschain: TranslationOf<typeof source> = {
  "pay.field.refund": "quién recupera el dinero si no se entrega",
  "pay.field.deadline": "el plazo del puente o el reloj de este dispositivo",
  "pay.bridge.direct": "Directamente, sin puente",
  "pay.bridge.about":
    "Unos {needed} {symbol}, de los cuales {fee} {symbol} para el puente. Normalmente en menos de un minuto.",
  "pay.bridge.short": "No alcanza: hacen falta {needed} {symbol} y allí tiene {balance} {symbol}.",
  "pay.bridge.unknown": "Esta red no respondió a tiempo, así que nadie sabe lo que tiene allí.",
  "pay.bridge.others": "Donde su cartera tiene demasiado poco",
  "pay.bridge.away":
    "Ahora no se puede pagar desde otra red, porque el puente no responde. Pagar en {network} funciona como siempre.",
  "pay.bridge.too_low": "Solo se pueden pagar desde otra red importes superiores a 1 USD.",
  "pay.bridge.only":
    "Estos pagos solo se pueden hacer desde otra red, y en este momento no se puede usar ninguna en la que su billetera tenga lo suficiente.",
  "pay.bridge.how":
    "Sus {symbol} en {source} van al puente Across, que paga al destinatario en {network}. Si nadie entrega antes de {date}, todo vuelve a su cartera en {source}.",
  "pay.bridge.fee": "Comisión del puente",
  "pay.bridge.arrives": "Llega a {network}",
  "pay.bridge.until": "Precio válido hasta",
  "pay.bridge.over": "Este precio ha vencido. Obtenga el actual antes de continuar.",
  "pay.bridge.renew": "Obtener el precio actual",
  "pay.bridge.known": "Va al contrato conocido del puente Across en {network}, solo para este destinatario.",
  "pay.bridge.title": "En camino desde {source}",
  "pay.bridge.legs": "Dónde está el dinero",
  "pay.bridge.leaves": "Sale de {source}",
  "pay.bridge.left": "Salió de {source}",
  "pay.bridge.arriving": "Llega a {network}",
  "pay.bridge.arrived": "Llegó a {network}",
  "pay.bridge.paying": "Pagado al destinatario",
  "pay.bridge.paid": "Pagado al destinatario",
  "pay.bridge.usual":
    "Normalmente tarda menos de un minuto. Puede cerrar esta página: el pago sigue sin ella.",
  "pay.bridge.otherwise": "Si nadie entrega antes de {date}, {amount} vuelven a {address} en {source}.",
  "pay.bridge.filled": "El destinatario tiene el dinero. Cuenta en cuanto la red lo confirme.",
  "pay.bridge.callFailed": "El puente entregó el dinero directamente al destinatario. Cuenta como este pago.",
  "pay.bridge.expired.title": "No se entregó a tiempo",
  "pay.bridge.expired":
    "El puente no entregó a tiempo. En cuanto {network} lo confirme, {amount} se devuelven a {address} en {source}.",
  "pay.bridge.refunding":
    "El puente no entregó y el pago no se hizo. Devuelve {amount} a {address} en {source}, normalmente en unas horas; no hay que hacer nada. Ya puede pagar de nuevo.",
  "pay.bridge.refunded":
    "El puente no entregó, y {amount} están de vuelta en {address} en {source}. No se pagó nada; puede pagar de nuevo.",
  "pay.bridge.failed":
    "El puente no entregó y no ha devuelto {amount} en una semana. Pregunte al soporte de Across con el número y el hash de abajo. El pago no se hizo.",
  "pay.bridge.coming": "En camino desde otra red: {amount}. Queda por pagar: {left}.",
  "pay.bridge.several":
    "Cada destinatario se paga con un depósito propio. Si uno no se entrega, vuelve solo ese y los demás siguen en pie.",
  "pay.bridge.more": {
    one: "Su billetera pregunta por cada depósito. Después de este queda uno más.",
    other: "Su billetera pregunta por cada depósito. Después de este quedan {count} más.",
  },
  "pay.bridge.next": {
    one: "Queda un pago más. Esta página lo pide en cuanto se vea este.",
    other: "Quedan {count} pagos más. Esta página pide el siguiente en cuanto se vea este.",
  },
  "pay.bridge.number": "Número en el puente",
  "pay.bridge.sourceHash": "Transacción en {source}",
  "pay.bridge.refundHash": "Transacción de la devolución",
  "pay.bridge.surplus": "El puente trajo {amount} {symbol} más de lo pedido. El destinatario lo tiene todo.",
  "pay.trouble.price_renewed":
    "El precio venció y se renovó. Era {before} y ahora es {after}. Compruébelo y continúe.",
  "pay.trouble.no_route":
    "Ahora nadie trae este pago desde allí a un precio justo. No se pagó nada; elija otra forma.",
  "pay.trouble.bridge_away":
    "El puente no responde ahora. No se pagó nada; elija otra forma o inténtelo de nuevo.",
  "pay.trouble.bridge_no_safe":
    "Un Safe solo puede pagar en la red propia del pago. No se pagó nada; elija esa forma.",
};
