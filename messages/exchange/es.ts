import type { exchange as source } from "@/messages/exchange/en";
import type { TranslationOf } from "@/messages/message";

export const exchange: TranslationOf<typeof source> = {
  "pay.field.depositAddress": "la dirección de la transferencia",
  "pay.exchange.open": "Enviar desde un exchange o cualquier wallet",
  "pay.exchange.asking": "Obteniendo la dirección de este pago.",
  "pay.exchange.failed":
    "El servicio no respondió, o este pago no tiene tipo de cambio ahora. No se envió nada; inténtelo de nuevo.",
  "pay.exchange.onlyNetwork":
    "Elija {network} como red de la transferencia. En otra red el dinero no llega aquí.",
  "pay.exchange.amount": "Importe que debe llegar",
  "pay.exchange.deducts":
    "Los exchanges descuentan su comisión de lo que envían. Asegúrese de que llegue exactamente este importe en {symbol}.",
  "pay.exchange.address": "Dirección",
  "pay.exchange.onlyToken":
    "Envíe solo {symbol}, en {network}. Esta dirección pertenece únicamente a este pago.",
  "pay.exchange.later": "Lo que llegue más tarde cuenta al tipo de cambio de su momento.",
  "pay.exchange.checked":
    "Esta página calculó la dirección a partir de lo que se muestra aquí: solo puede pagar a este destinatario y las comisiones de este pago.",
  "pay.exchange.short":
    "Si llega menos, el pago sigue abierto: esta página dice cuánto falta, y la misma dirección recibe el resto.",
  "pay.exchange.watching":
    "Esta página detecta la transferencia por sí sola. Puede cerrarla: el pago sigue sin ella.",
  "pay.exchange.wrongNetwork": "¿Enviado en otra red o en otra moneda?",
  "pay.exchange.wrongNetworkHow":
    "Solo {symbol} en {network} paga. Lo enviado de otra forma no cuenta aquí. Escriba al destinatario e indique el hash de la transacción: en muchas redes aún puede obtener el dinero.",
  "pay.exchange.code.transfer": "Código QR: enviar {amount} en {network}",
  "pay.exchange.code.address": "Código QR de la dirección",
  "pay.exchange.code.transferNote": "Contiene red, moneda e importe. Compruébelos en su wallet.",
  "pay.exchange.code.addressNote": "Contiene solo la dirección: introduzca la red y el importe a mano.",
  "pay.exchange.code.showTransfer": "Código con red e importe",
  "pay.exchange.code.showAddress": "Solo la dirección, si su aplicación no lee este código",
  "pay.exchange.refused.title": "Esta dirección no se muestra",
  "pay.exchange.refused.text":
    "El servicio indicó una dirección que no corresponde a este pago. No envíe nada. El operador de esta página ya está avisado.",
  "pay.exchange.unchecked":
    "Sin JavaScript esta página no pudo comprobar la dirección. Compárela en otro dispositivo antes de enviar un importe grande.",
  "pay.exchange.none.restricted": "Solo ciertas wallets pueden hacer este pago; conecte una.",
  "pay.exchange.none.payee_hidden":
    "El destinatario mantiene privada su dirección; conecte una wallet para este pago.",
  "pay.exchange.none.too_many": "Este pago ya tiene demasiadas direcciones. Conecte una wallet.",
  "pay.exchange.none.bundle": "Aquí se hacen varios pagos juntos; conecte una wallet.",
  "pay.exchange.none.recurring": "Este pago se toma de la wallet que lo aceptó.",
  "pay.exchange.none.to_bank": "Este pago va a una cuenta bancaria; conecte una wallet.",
  "pay.exchange.none.native_coin":
    "La moneda propia de esta red no se puede enviar a una dirección así. Conecte una wallet.",
  "pay.exchange.none.network": "Esta red todavía no tiene direcciones así. Conecte una wallet.",
  "pay.exchange.none.terms": "Las comisiones de este pago no caben en una dirección así. Conecte una wallet.",
  "pay.exchange.none.nothing": "No hay nada que pagar en este momento.",
};
