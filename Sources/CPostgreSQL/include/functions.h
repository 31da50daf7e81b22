// CPQ_FUNCTION(result, name, original, parameters, arguments): a function of libpq.
// CPQ_ACTION(name, original, parameters, arguments): one that answers nothing.
CPQ_FUNCTION(cpq_connection *, cpq_connect_start, PQconnectStartParams,
             (const char *const *keywords, const char *const *values, int expand), (keywords, values, expand))
CPQ_FUNCTION(int, cpq_connect_poll, PQconnectPoll, (cpq_connection *c), (c))
CPQ_FUNCTION(int, cpq_status, PQstatus, (const cpq_connection *c), (c))
CPQ_ACTION(cpq_finish, PQfinish, (cpq_connection *c), (c))
CPQ_FUNCTION(const char *, cpq_error_message, PQerrorMessage, (const cpq_connection *c), (c))
CPQ_FUNCTION(int, cpq_socket, PQsocket, (const cpq_connection *c), (c))
CPQ_FUNCTION(int, cpq_consume, PQconsumeInput, (cpq_connection *c), (c))
CPQ_FUNCTION(int, cpq_is_busy, PQisBusy, (cpq_connection *c), (c))
CPQ_FUNCTION(int, cpq_flush, PQflush, (cpq_connection *c), (c))
CPQ_FUNCTION(int, cpq_set_nonblocking, PQsetnonblocking, (cpq_connection *c, int flag), (c, flag))
CPQ_FUNCTION(int, cpq_server_version, PQserverVersion, (const cpq_connection *c), (c))
CPQ_FUNCTION(int, cpq_library_version, PQlibVersion, (void), ())
CPQ_FUNCTION(int, cpq_transaction_status, PQtransactionStatus, (const cpq_connection *c), (c))
CPQ_FUNCTION(const char *, cpq_setting, PQparameterStatus, (const cpq_connection *c, const char *name), (c, name))
CPQ_FUNCTION(int, cpq_session, PQbackendPID, (const cpq_connection *c), (c))
CPQ_FUNCTION(const char *, cpq_database, PQdb, (const cpq_connection *c), (c))
CPQ_FUNCTION(void *, cpq_set_notice_receiver, PQsetNoticeReceiver,
             (cpq_connection *c, void (*receiver)(void *, const cpq_result *), void *context), (c, receiver, context))
CPQ_FUNCTION(int, cpq_enter_pipeline, PQenterPipelineMode, (cpq_connection *c), (c))
CPQ_FUNCTION(int, cpq_exit_pipeline, PQexitPipelineMode, (cpq_connection *c), (c))
CPQ_FUNCTION(int, cpq_send_query, PQsendQuery, (cpq_connection *c, const char *text), (c, text))
CPQ_FUNCTION(int, cpq_put_copy, PQputCopyData, (cpq_connection *c, const char *bytes, int count), (c, bytes, count))
CPQ_FUNCTION(int, cpq_end_copy, PQputCopyEnd, (cpq_connection *c, const char *error), (c, error))
CPQ_FUNCTION(int, cpq_sync, PQpipelineSync, (cpq_connection *c), (c))
CPQ_FUNCTION(int, cpq_send_prepare, PQsendPrepare,
             (cpq_connection *c, const char *name, const char *text, int count, const uint32_t *types),
             (c, name, text, count, types))
CPQ_FUNCTION(int, cpq_send_describe, PQsendDescribePrepared, (cpq_connection *c, const char *name), (c, name))
CPQ_FUNCTION(int, cpq_send_prepared, PQsendQueryPrepared,
             (cpq_connection *c, const char *name, int count, const char *const *values, const int *lengths,
              const int *formats, int result_format),
             (c, name, count, values, lengths, formats, result_format))
CPQ_FUNCTION(int, cpq_send, PQsendQueryParams,
             (cpq_connection *c, const char *text, int count, const uint32_t *types, const char *const *values,
              const int *lengths, const int *formats, int result_format),
             (c, text, count, types, values, lengths, formats, result_format))
CPQ_FUNCTION(int, cpq_single_rows, PQsetSingleRowMode, (cpq_connection *c), (c))
CPQ_FUNCTION(cpq_result *, cpq_next_result, PQgetResult, (cpq_connection *c), (c))
CPQ_FUNCTION(int, cpq_result_status, PQresultStatus, (const cpq_result *r), (r))
CPQ_FUNCTION(const char *, cpq_error_field, PQresultErrorField, (const cpq_result *r, int field), (r, field))
CPQ_FUNCTION(const char *, cpq_result_message, PQresultErrorMessage, (const cpq_result *r), (r))
CPQ_ACTION(cpq_clear, PQclear, (cpq_result *r), (r))
CPQ_FUNCTION(int, cpq_row_count, PQntuples, (const cpq_result *r), (r))
CPQ_FUNCTION(int, cpq_column_count, PQnfields, (const cpq_result *r), (r))
CPQ_FUNCTION(const char *, cpq_column_name, PQfname, (const cpq_result *r, int column), (r, column))
CPQ_FUNCTION(uint32_t, cpq_column_type, PQftype, (const cpq_result *r, int column), (r, column))
CPQ_FUNCTION(int, cpq_column_modifier, PQfmod, (const cpq_result *r, int column), (r, column))
CPQ_FUNCTION(int, cpq_column_format, PQfformat, (const cpq_result *r, int column), (r, column))
CPQ_FUNCTION(int, cpq_parameter_count, PQnparams, (const cpq_result *r), (r))
CPQ_FUNCTION(uint32_t, cpq_parameter_type, PQparamtype, (const cpq_result *r, int place), (r, place))
CPQ_FUNCTION(const char *, cpq_value, PQgetvalue, (const cpq_result *r, int row, int column), (r, row, column))
CPQ_FUNCTION(int, cpq_length, PQgetlength, (const cpq_result *r, int row, int column), (r, row, column))
CPQ_FUNCTION(int, cpq_is_null, PQgetisnull, (const cpq_result *r, int row, int column), (r, row, column))
CPQ_FUNCTION(const char *, cpq_command_status, PQcmdStatus, (cpq_result *r), (r))
CPQ_FUNCTION(const char *, cpq_changed_rows, PQcmdTuples, (cpq_result *r), (r))
CPQ_FUNCTION(cpq_cancel *, cpq_get_cancel, PQgetCancel, (cpq_connection *c), (c))
CPQ_FUNCTION(int, cpq_do_cancel, PQcancel, (cpq_cancel *cancel, char *error, int size), (cancel, error, size))
CPQ_ACTION(cpq_free_cancel, PQfreeCancel, (cpq_cancel *cancel), (cancel))
CPQ_FUNCTION(uint32_t, cpq_column_table, PQftable, (const cpq_result *r, int column), (r, column))
CPQ_FUNCTION(int, cpq_column_place, PQftablecol, (const cpq_result *r, int column), (r, column))
