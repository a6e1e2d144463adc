import type { exchange as source } from "@/messages/exchange/en";
import type { TranslationOf } from "@/messages/message";

export const exchange: TranslationOf<typeof source> = {
  "pay.field.depositAddress": "o endereço da transferência",
  "pay.exchange.open": "Enviar de uma corretora ou de qualquer carteira",
  "pay.exchange.asking": "Obtendo o endereço deste pagamento.",
  "pay.exchange.failed":
    "O serviço não respondeu, ou este pagamento não tem cotação agora. Nada foi enviado; tente novamente.",
  "pay.exchange.onlyNetwork":
    "Escolha {network} como rede da transferência. Em outra rede o dinheiro não chega aqui.",
  "pay.exchange.amount": "Valor que deve chegar",
  "pay.exchange.deducts":
    "Corretoras descontam a taxa delas do que enviam. Confira que chegue exatamente este valor em {symbol}.",
  "pay.exchange.address": "Endereço",
  "pay.exchange.onlyToken":
    "Envie somente {symbol}, em {network}. Este endereço pertence apenas a este pagamento.",
  "pay.exchange.later": "O que chegar depois conta pela cotação daquele momento.",
  "pay.exchange.checked":
    "Esta página calculou o endereço a partir do que é mostrado aqui: ele só pode pagar este destinatário e as taxas deste pagamento.",
  "pay.exchange.short":
    "Se chegar menos, o pagamento continua aberto: esta página diz o que falta, e o mesmo endereço recebe o resto.",
  "pay.exchange.watching":
    "Esta página percebe a transferência sozinha. Você pode fechá-la: o pagamento continua sem ela.",
  "pay.exchange.wrongNetwork": "Enviado em outra rede ou em outra moeda?",
  "pay.exchange.wrongNetworkHow":
    "Somente {symbol} em {network} paga. O que foi enviado de outra forma não conta aqui. Escreva ao destinatário e informe o hash da transação: em muitas redes ele ainda pode obter o dinheiro.",
  "pay.exchange.code.transfer": "QR code: enviar {amount} em {network}",
  "pay.exchange.code.address": "QR code do endereço",
  "pay.exchange.code.transferNote": "Contém rede, moeda e valor. Confira-os na sua carteira.",
  "pay.exchange.code.addressNote": "Contém só o endereço: digite a rede e o valor.",
  "pay.exchange.code.showTransfer": "Código com rede e valor",
  "pay.exchange.code.showAddress": "Só o endereço, se o seu aplicativo não lê este código",
  "pay.exchange.refused.title": "Este endereço não é mostrado",
  "pay.exchange.refused.text":
    "O serviço informou um endereço que não pertence a este pagamento. Não envie nada. O operador desta página já foi avisado.",
  "pay.exchange.unchecked":
    "Sem JavaScript esta página não pôde conferir o endereço. Compare-o em outro dispositivo antes de enviar um valor grande.",
  "pay.exchange.none.restricted": "Só certas carteiras podem fazer este pagamento; conecte uma.",
  "pay.exchange.none.payee_hidden":
    "O destinatário mantém o endereço privado; conecte uma carteira para este pagamento.",
  "pay.exchange.none.too_many": "Este pagamento já tem endereços demais. Conecte uma carteira.",
  "pay.exchange.none.bundle": "Aqui vários pagamentos são feitos juntos; conecte uma carteira.",
  "pay.exchange.none.recurring": "Este pagamento é retirado da carteira que concordou com ele.",
  "pay.exchange.none.to_bank": "Este pagamento vai para uma conta bancária; conecte uma carteira.",
  "pay.exchange.none.native_coin":
    "A moeda própria desta rede não pode ser enviada a um endereço assim. Conecte uma carteira.",
  "pay.exchange.none.network": "Esta rede ainda não tem endereços assim. Conecte uma carteira.",
  "pay.exchange.none.terms": "As taxas deste pagamento não cabem em um endereço assim. Conecte uma carteira.",
  "pay.exchange.none.nothing": "Não há nada a pagar no momento.",
};
