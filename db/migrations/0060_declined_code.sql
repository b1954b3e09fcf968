-- Partners' programs decide by a code and no longer by the name of the field: an operation that was declined before has it too.
update operations set answer = answer || '{"code": "card_declined"}'
where api_user_id is not null and answer_status = 422 and answer #> '{errors,credit_card.number}' is not null;
